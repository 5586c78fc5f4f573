// Generates files from the declarations: `describe catalog` prints the catalog module of the site, `describe texts`
// what the panel shows of them (tools/panel_texts.mjs);
// `describe parameters FILE` writes docs/parameters.md to FILE; with --check it compares FILE instead, exit status 0 if
// equal.
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "listing.h"
#include "parameter_page.h"

namespace {

int fail(const std::string& message) {
    std::fprintf(stderr, "describe: %s\n", message.c_str());
    return 2;
}

int parameters(const char* file, bool check) {
    const std::string page = slosh::parameter_page();
    if (check) {
        std::ifstream in(file);
        if (!in) return fail(std::string("cannot read ") + file);
        std::stringstream text;
        text << in.rdbuf();
        if (text.str() == page) return 0;
        return fail(std::string(file) + " is out of date: build/native/describe parameters " + file + " writes it");
    }
    std::ofstream out(file);
    out << page;
    if (!out.flush()) return fail(std::string("cannot write ") + file);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view command = argc > 1 ? argv[1] : "";
    if (command == "catalog" && argc == 2) return std::fputs(slosh::catalog_module().c_str(), stdout) < 0;
    if (command == "texts" && argc == 2) return std::fputs(slosh::panel_texts().c_str(), stdout) < 0;
    if (command == "parameters" && argc == 3) return parameters(argv[2], false);
    if (command == "parameters" && argc == 4 && std::string_view(argv[3]) == "--check")
        return parameters(argv[2], true);
    return fail("usage: describe catalog | describe texts | describe parameters FILE [--check]");
}
