// What a declared type looks like: what its values consist of, how they are written as JSON, and how two of them are compared.
// Made of the nested tuples of purrlab/native/changes/shapes.py, once for each type.
#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace purr::changes {
namespace nb = nanobind;

enum class Kind { plain, notation, optional, parts, items, places, numbers, bits, any };

struct Shape;

// One of the parts of a value: where it is found, what turns it into what is written, and its name as JSON.
struct Part {
  std::string name;
  Py_ssize_t index = -1;  // in a tuple; -1: an attribute
  nb::object attribute;
  nb::object convert;  // null: it is written as it is
  std::shared_ptr<const Shape> shape;
};

struct Shape {
  Kind kind = Kind::any;
  bool grows = false;              // of items: a list that grows tells only what is new
  std::vector<Part> parts;         // of parts
  std::vector<std::string> texts;  // of bits, from the lowest one up
  std::vector<Shape> inner;        // of an optional or of items the one, of places each
};

inline std::string json_name(nb::handle name) { return "\"" + nb::cast<std::string>(name) + "\""; }

inline Shape shape_of(nb::handle given);

inline Part part_of(nb::handle given) {
  Part part;
  part.name = json_name(given[0]);
  if (PyLong_Check(nb::object(given[1]).ptr()))
    part.index = nb::cast<Py_ssize_t>(given[1]);
  else
    part.attribute = given[1];
  if (!given[2].is_none()) part.convert = given[2];
  part.shape = std::make_shared<const Shape>(shape_of(given[3]));
  return part;
}

inline Shape shape_of(nb::handle given) {
  Shape shape;
  const auto name = nb::cast<std::string>(given[0]);
  if (name == "plain") shape.kind = Kind::plain;
  else if (name == "notation") shape.kind = Kind::notation;
  else if (name == "numbers") shape.kind = Kind::numbers;
  else if (name == "bits") shape.kind = Kind::bits;
  else if (name == "optional") shape.kind = Kind::optional;
  else if (name == "items") shape.kind = Kind::items;
  else if (name == "places") shape.kind = Kind::places;
  else if (name == "parts") shape.kind = Kind::parts;
  else if (name != "any") throw nb::value_error("shape: expected one of those in shapes.py");
  switch (shape.kind) {
    case Kind::parts:
      for (nb::handle part : given[1]) shape.parts.push_back(part_of(part));
      break;
    case Kind::items: shape.grows = nb::cast<bool>(given[2]); [[fallthrough]];
    case Kind::optional: shape.inner.push_back(shape_of(given[1])); break;
    case Kind::places:
      for (nb::handle place : given[1]) shape.inner.push_back(shape_of(place));
      break;
    case Kind::bits:
      for (nb::handle text : given[1]) shape.texts.push_back(nb::cast<std::string>(text));
      if (shape.texts.size() > 63) throw nb::value_error("shape: expected at most 63 bits");
      break;
    default: break;
  }
  return shape;
}
}  // namespace purr::changes
