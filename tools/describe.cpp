// Writes what is generated from the declarations: `describe catalog` prints the site's catalog module;
// `describe readme FILE [--check]` puts the parameter table between the markers in FILE, or with --check
// only says whether it is there.
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "listing.h"

namespace {

constexpr std::string_view begin_mark = "<!-- parameters: generated, do not edit -->\n";
constexpr std::string_view end_mark = "<!-- end of parameters -->\n";

int fail(const std::string& message) {
    std::fprintf(stderr, "describe: %s\n", message.c_str());
    return 2;
}

int readme(const char* file, bool check) {
    std::ifstream in(file);
    if (!in) return fail(std::string("cannot read ") + file);
    std::stringstream whole;
    whole << in.rdbuf();
    const std::string text = whole.str();
    const size_t begin = text.find(begin_mark), end = text.find(end_mark);
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        return fail(std::string(file) + " has no parameter markers");
    const std::string wanted = text.substr(0, begin + begin_mark.size()) + slosh::parameter_table() + text.substr(end);
    if (wanted == text) return 0;
    if (check)
        return fail(std::string(file) +
                    ": the parameter table is out of date; run tools/test format --fix or `describe readme`");
    std::ofstream(file) << wanted;
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::string_view command = argc > 1 ? argv[1] : "";
    if (command == "catalog" && argc == 2) return std::fputs(slosh::catalog_module().c_str(), stdout) < 0;
    if (command == "readme" && argc == 3) return readme(argv[2], false);
    if (command == "readme" && argc == 4 && std::string_view(argv[3]) == "--check") return readme(argv[2], true);
    return fail("usage: describe catalog | describe readme FILE [--check]");
}
