// A page that is opened as a file can load no modules: says what to do. A classic script, which a file may load.

if (location.protocol === 'file:') {
  document.addEventListener('DOMContentLoaded', () => {
    const text = document.createElement('p');
    text.className = 'plain';
    text.setAttribute('role', 'alert');
    text.textContent = 'This page has to come from a web server, because browsers load no modules from files. In its folder run: python3 -m http.server, and open http://localhost:8000/';
    document.body.prepend(text);
  });
}
