#include "base/wording.h"

namespace slosh {

std::string filled(std::string_view text, std::initializer_list<std::string_view> words) {
    std::string all;
    for (const std::string_view word : words) {
        const size_t place = text.find("{}");
        if (place == text.npos) break;
        all.append(text.substr(0, place)).append(word);
        text.remove_prefix(place + 2);
    }
    return all.append(text);
}

}  // namespace slosh
