// embed.html?oembed from a server that only has files: what oembed.js answers, as text to copy.

import { catalog } from '../element/catalog.js';
import { oembedOf } from './oembed.js';

const text = document.createElement('pre');
text.textContent = JSON.stringify(oembedOf(location.href, catalog.scenes), null, 2);
document.body.replaceChildren(text);
