// Writes what changed between two values as JSON: the same changes, to the byte, that purrlab/server/patch.py finds in Python.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shape.hpp"

namespace purr::changes {
// Python's objects are asked by Python's own functions here: everything below is done at every move for everybody who watches.
[[noreturn]] inline void raise() { throw nb::python_error(); }

inline bool differ(PyObject* before, PyObject* after) {
  const int different = PyObject_RichCompareBool(before, after, Py_NE);
  if (different < 0) raise();
  return different;
}

inline nb::object got(const Part& part, PyObject* whole) {
  if (part.index < 0) {
    PyObject* found = PyObject_GetAttr(whole, part.attribute.ptr());
    if (!found) raise();
    return nb::steal(found);
  }
  if (!PyTuple_Check(whole) || part.index >= PyTuple_GET_SIZE(whole)) throw nb::type_error("expected values of the declared type");
  return nb::borrow(PyTuple_GET_ITEM(whole, part.index));
}

inline nb::object called(const nb::object& function, PyObject* value) {
  PyObject* made = PyObject_CallOneArg(function.ptr(), value);
  if (!made) raise();
  return nb::steal(made);
}

class Writer {
 public:
  // `collect` finds changes where no type is declared, and `encode` writes what is no simple value.
  Writer(nb::handle shape, nb::object collect, nb::object encode)
      : shape_(shape_of(shape)), collect_(std::move(collect)), encode_(std::move(encode)) {}

  // The inside of a JSON list.
  nb::bytes changes(nb::handle before, nb::handle after) const {
    std::string out;
    out.reserve(1024);  // most changes are less
    Path path;
    compare_parts(out, path, shape_, before.ptr(), after.ptr());
    return nb::bytes(out.data(), out.size());
  }

 private:
  struct Step {
    const std::string* name;  // null: an index
    Py_ssize_t index;
  };
  using Path = std::vector<Step>;

  void compare_parts(std::string& out, Path& path, const Shape& shape, PyObject* before, PyObject* after) const {
    for (const Part& part : shape.parts) {
      nb::object was = got(part, before), now = got(part, after);
      if (was.ptr() == now.ptr() || is_same(part, was.ptr(), now.ptr())) continue;
      if (part.convert) {
        was = called(part.convert, was.ptr()), now = called(part.convert, now.ptr());
        if (!differ(was.ptr(), now.ptr())) continue;  // only what it is made of is different
      }
      path.push_back({&part.name, 0});
      compare(out, path, *part.shape, was.ptr(), now.ptr());
      path.pop_back();
    }
  }

  // Whether there is nothing to look for. What is taken apart anyway need not be compared before.
  static bool is_same(const Part& part, PyObject* before, PyObject* after) {
    return (part.convert || part.shape->kind != Kind::parts) && !differ(before, after);
  }

  // Two values that differ, or that are taken apart.
  void compare(std::string& out, Path& path, const Shape& shape, PyObject* before, PyObject* after) const {
    switch (shape.kind) {
      case Kind::parts: return compare_parts(out, path, shape, before, after);
      case Kind::optional:
        if (before == Py_None || after == Py_None) return replace(out, path, shape, after);
        return compare(out, path, shape.inner[0], before, after);
      case Kind::items:
        if (shape.grows) return compare_items(out, path, shape, before, after);
        return collect(out, path, before, after);
      case Kind::bits: return compare_bits(out, path, shape, before, after);
      case Kind::places:
      case Kind::any: return collect(out, path, before, after);
      default: return replace(out, path, shape, after);
    }
  }

  void compare_items(std::string& out, Path& path, const Shape& shape, PyObject* before, PyObject* after) const {
    const Py_ssize_t keep = size_of(before), size = size_of(after);
    const Shape& item = shape.inner[0];
    if (keep && size > keep && begins_with(after, before, keep)) {
      begin(out, path);
      out += std::to_string(keep);
      out += ",[";
      write_items(out, item, after, keep);
      out += "]]";
    } else if (keep && size == keep && item.kind == Kind::parts) {
      for (Py_ssize_t at = 0; at < size; at++) {
        PyObject *was = PyTuple_GET_ITEM(before, at), *now = PyTuple_GET_ITEM(after, at);
        if (was == now || !differ(was, now)) continue;
        path.push_back({nullptr, at});
        compare_parts(out, path, item, was, now);
        path.pop_back();
      }
    } else {
      replace(out, path, shape, after);
    }
  }

  // As compare_items does it with what the bits stand for: a set grows where all that is new is above what was there.
  static void compare_bits(std::string& out, const Path& path, const Shape& shape, PyObject* before, PyObject* after) {
    const std::uint64_t was = bits_of(shape, before), now = bits_of(shape, after);
    begin(out, path);
    const std::uint64_t kept = now & (std::bit_ceil(was + 1) - 1);
    if (was && kept == was) {
      out += std::to_string(std::popcount(was));
      out += ',';
    }
    write_bits(out, shape, was && kept == was ? now ^ was : now);
    out += ']';
  }

  static std::uint64_t bits_of(const Shape& shape, PyObject* set) {
    const std::uint64_t bits = PyLong_AsUnsignedLongLong(set);
    if (PyErr_Occurred()) raise();
    if (bits >> shape.texts.size()) throw nb::value_error("expected values of the declared type");
    return bits;
  }

  static void write_bits(std::string& out, const Shape& shape, std::uint64_t bits) {
    out += '[';
    for (std::uint64_t left = bits; left; left &= left - 1) {
      if (left != bits) out += ',';
      out += shape.texts[std::countr_zero(left)];
    }
    out += ']';
  }

  static Py_ssize_t size_of(PyObject* items) {
    if (!PyTuple_Check(items)) throw nb::type_error("expected values of the declared type");
    return PyTuple_GET_SIZE(items);
  }

  static bool begins_with(PyObject* items, PyObject* others, Py_ssize_t size) {
    for (Py_ssize_t at = 0; at < size; at++) {
      PyObject *item = PyTuple_GET_ITEM(items, at), *other = PyTuple_GET_ITEM(others, at);
      if (item != other && differ(item, other)) return false;
    }
    return true;
  }

  void replace(std::string& out, const Path& path, const Shape& shape, PyObject* after) const {
    begin(out, path);
    write(out, shape, after);
    out += ']';
  }

  // A change, up to what is at its path now.
  static void begin(std::string& out, const Path& path) {
    if (!out.empty()) out += ',';
    out += "[[";
    bool first = true;
    for (const Step& step : path) {
      if (!first) out += ',';
      first = false;
      if (step.name) out += *step.name;
      else out += std::to_string(step.index);
    }
    out += "],";
  }

  // By the types that the values have: Python finds the changes.
  void collect(std::string& out, const Path& path, PyObject* before, PyObject* after) const {
    nb::list found, steps;
    for (const Step& step : path) {
      if (step.name) steps.append(nb::str(step.name->data() + 1, step.name->size() - 2));
      else steps.append(step.index);
    }
    collect_(found, steps, nb::handle(before), nb::handle(after));
    for (nb::handle change : found) {
      if (!out.empty()) out += ',';
      write_by_python(out, change.ptr());
    }
  }

  void write(std::string& out, const Shape& shape, PyObject* value) const {
    switch (shape.kind) {
      case Kind::plain: return write_plain(out, value);
      case Kind::notation: return write_notation(out, value);
      case Kind::numbers: return write_numbers(out, value);
      case Kind::bits: return write_bits(out, shape, bits_of(shape, value));
      case Kind::optional:
        if (value == Py_None) out += "null";
        else write(out, shape.inner[0], value);
        return;
      case Kind::parts: return write_parts(out, shape, value);
      case Kind::items:
        if (!PyTuple_Check(value)) return write_by_python(out, value);
        out += '[';
        write_items(out, shape.inner[0], value, 0);
        out += ']';
        return;
      case Kind::places: return write_places(out, shape, value);
      case Kind::any: return write_by_python(out, value);
    }
  }

  void write_items(std::string& out, const Shape& item, PyObject* items, Py_ssize_t from) const {
    const Py_ssize_t size = PyTuple_GET_SIZE(items);
    for (Py_ssize_t at = from; at < size; at++) {
      if (at != from) out += ',';
      write(out, item, PyTuple_GET_ITEM(items, at));
    }
  }

  void write_places(std::string& out, const Shape& shape, PyObject* value) const {
    if (size_of(value) != static_cast<Py_ssize_t>(shape.inner.size())) throw nb::type_error("expected values of the declared type");
    out += '[';
    for (std::size_t at = 0; at < shape.inner.size(); at++) {
      if (at) out += ',';
      write(out, shape.inner[at], PyTuple_GET_ITEM(value, at));
    }
    out += ']';
  }

  void write_parts(std::string& out, const Shape& shape, PyObject* value) const {
    out += '{';
    bool first = true;
    for (const Part& part : shape.parts) {
      if (!first) out += ',';
      first = false;
      out += part.name;
      out += ':';
      nb::object is = got(part, value);
      if (part.convert) is = called(part.convert, is.ptr());
      write(out, *part.shape, is.ptr());
    }
    out += '}';
  }

  void write_notation(std::string& out, PyObject* action) const {
    PyObject* text = PyObject_GetAttr(action, as_plain_.ptr());
    if (!text) raise();
    write_plain(out, nb::steal(text).ptr());
  }

  void write_numbers(std::string& out, PyObject* set) const {
    PyObject* sorted = PySequence_List(set);
    if (!sorted) raise();
    const nb::object held = nb::steal(sorted);
    if (PyList_Sort(sorted) < 0) raise();
    out += '[';
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(sorted); at++) {
      if (at) out += ',';
      write_plain(out, PyList_GET_ITEM(sorted, at));
    }
    out += ']';
  }

  void write_plain(std::string& out, PyObject* value) const {
    if (value == Py_None) {
      out += "null";
    } else if (value == Py_True) {
      out += "true";
    } else if (value == Py_False) {
      out += "false";
    } else if (PyLong_CheckExact(value)) {
      int overflow = 0;
      const long long number = PyLong_AsLongLongAndOverflow(value, &overflow);
      if (overflow) return write_by_python(out, value);
      out += std::to_string(number);
    } else if (PyUnicode_CheckExact(value)) {
      Py_ssize_t size = 0;
      const char* text = PyUnicode_AsUTF8AndSize(value, &size);
      if (!text) raise();
      const std::string_view words(text, size);
      if (!std::all_of(words.begin(), words.end(), stands_for_itself)) return write_by_python(out, value);
      out += '"';
      out += words;
      out += '"';
    } else {
      write_by_python(out, value);
    }
  }

  static bool stands_for_itself(char character) {
    return static_cast<unsigned char>(character) >= 0x20 && character != '"' && character != '\\';
  }

  void write_by_python(std::string& out, PyObject* value) const {
    const nb::object written = called(encode_, value);
    char* bytes = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(written.ptr(), &bytes, &size) < 0) raise();
    out.append(bytes, size);
  }

  Shape shape_;
  nb::object collect_, encode_;
  nb::object as_plain_ = nb::steal(PyUnicode_InternFromString("as_plain"));
};
}  // namespace purr::changes
