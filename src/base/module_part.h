// A part that only some web modules have: null in all others.
//
// std::unique_ptr<T> instantiates T's destructor wherever its owner is destroyed, and so links it into modules that
// never create a T. This one calls the destructor through a pointer that make_module_part() sets: a module that never
// calls it links nothing of T. T may be incomplete everywhere else.
#pragma once
#include <memory>
#include <utility>

namespace slosh {

template <class T>
struct ModulePartDeleter {
    void (*destroy)(T*) = nullptr;
    void operator()(T* part) const { destroy(part); }
};

template <class T>
using ModulePart = std::unique_ptr<T, ModulePartDeleter<T>>;

template <class T, class... Args>
ModulePart<T> make_module_part(Args&&... args) {
    return {new T(std::forward<Args>(args)...), {[](T* part) { delete part; }}};
}

}  // namespace slosh
