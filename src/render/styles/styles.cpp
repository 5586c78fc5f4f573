#include "base/check.h"
#include "render/common/style.h"

namespace slosh {

std::unique_ptr<Style> make_style(int index, std::string& error) {
    constexpr std::unique_ptr<Style> (*makers[])(std::string&) = {make_points, make_metaballs, make_metaballs};
    static_assert(std::size(makers) == std::size(styles), "one maker for each line of settings.h, in its order");
    CHECK(index >= 0 && index < static_cast<int>(std::size(makers)), "a style of the list");
    return makers[index](error);
}

}  // namespace slosh
