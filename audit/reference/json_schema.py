"""The part of JSON Schema 2020-12 that audit/vectors/schema.json uses; a keyword it doesn't know is an error."""

from __future__ import annotations

import re
from typing import Any, Callable, Optional, Union

Schema = dict[str, Any]
TYPES: dict[str, Union[type, tuple[type, ...]]] = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "boolean": bool,
    "null": type(None),
}
REMARKS = {"$schema", "$defs", "title", "description"}


def fault(value: Any, schema: Schema, whole: Schema, at: str = "") -> Optional[str]:
    """Where and why the value is not of the schema, or None. whole is the schema that #/$defs/.. refers to."""
    unknown = set(schema) - set(CHECKS) - REMARKS
    if unknown:
        raise ValueError(f"keywords that this program doesn't know: {unknown}")
    for keyword, check in CHECKS.items():
        if keyword in schema:
            found = check(value, schema, whole, at)
            if found:
                return found
    return None


def _ref(value: Any, schema: Schema, whole: Schema, at: str) -> Optional[str]:
    name = schema["$ref"].removeprefix("#/$defs/")
    return fault(value, whole["$defs"][name], whole, at)


def _type(value: Any, schema: Schema, _: Schema, at: str) -> Optional[str]:
    wanted = schema["type"]
    right = isinstance(value, TYPES[wanted]) and not (wanted == "integer" and isinstance(value, bool))
    return None if right else f"{at}: not of type {wanted}"


def _equal(value: Any, other: Any) -> bool:
    return type(value) is type(other) and bool(value == other)


def _enum(value: Any, schema: Schema, _: Schema, at: str) -> Optional[str]:
    return None if any(_equal(value, one) for one in schema["enum"]) else f"{at}: none of the values allowed"


def _const(value: Any, schema: Schema, _: Schema, at: str) -> Optional[str]:
    return None if _equal(value, schema["const"]) else f"{at}: not {schema['const']}"


def _pattern(value: Any, schema: Schema, _: Schema, at: str) -> Optional[str]:
    # In JSON Schema's regular expressions $ is the end of the text and not a last line end before it.
    pattern = schema["pattern"].replace("$", r"\Z")
    return f"{at}: not of the form {pattern}" if isinstance(value, str) and not re.search(pattern, value) else None


def _least(keyword: str, of: type, size: Callable[[Any], int], sign: int) -> Callable[..., Optional[str]]:
    def check(value: Any, schema: Schema, _: Schema, at: str) -> Optional[str]:
        applies = isinstance(value, of) and not isinstance(value, bool)
        outside = applies and sign * size(value) < sign * schema[keyword]
        return f"{at}: {keyword} is {schema[keyword]}" if outside else None

    return check


def _items(value: Any, schema: Schema, whole: Schema, at: str) -> Optional[str]:
    items = enumerate(value) if isinstance(value, list) else ()
    return next(filter(None, (fault(item, schema["items"], whole, f"{at}/{i}") for i, item in items)), None)


def _required(value: Any, schema: Schema, _: Schema, at: str) -> Optional[str]:
    missing = [name for name in schema["required"] if name not in value] if isinstance(value, dict) else []
    return f"{at}: without {', '.join(missing)}" if missing else None


def _properties(value: Any, schema: Schema, whole: Schema, at: str) -> Optional[str]:
    both = [name for name in schema["properties"] if name in value] if isinstance(value, dict) else []
    found = (fault(value[name], schema["properties"][name], whole, f"{at}/{name}") for name in both)
    return next(filter(None, found), None)


def _additional(value: Any, schema: Schema, whole: Schema, at: str) -> Optional[str]:
    more = sorted(set(value) - set(schema.get("properties", {}))) if isinstance(value, dict) else []
    if schema["additionalProperties"] is False:
        return f"{at}: unknown {', '.join(more)}" if more else None
    found = (fault(value[name], schema["additionalProperties"], whole, f"{at}/{name}") for name in more)
    return next(filter(None, found), None)


def _names(value: Any, schema: Schema, whole: Schema, at: str) -> Optional[str]:
    names = value if isinstance(value, dict) else ()
    return next(filter(None, (fault(name, schema["propertyNames"], whole, f"{at}/{name}") for name in names)), None)


def _any_of(value: Any, schema: Schema, whole: Schema, at: str) -> Optional[str]:
    faults = [fault(value, one, whole, at) for one in schema["anyOf"]]
    return None if None in faults else f"{at}: of none of the forms: {'; '.join(map(str, faults))}"


CHECKS: dict[str, Callable[[Any, Schema, Schema, str], Optional[str]]] = {
    "$ref": _ref,
    "type": _type,
    "enum": _enum,
    "const": _const,
    "pattern": _pattern,
    "minLength": _least("minLength", str, len, 1),
    "minimum": _least("minimum", int, int, 1),
    "maximum": _least("maximum", int, int, -1),
    "minItems": _least("minItems", list, len, 1),
    "maxItems": _least("maxItems", list, len, -1),
    "minProperties": _least("minProperties", dict, len, 1),
    "items": _items,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _additional,
    "propertyNames": _names,
    "anyOf": _any_of,
}
