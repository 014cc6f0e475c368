"""The SDKs' own request types, made strict.

They are written for a type checker: lists are `Iterable` (which pydantic checks only when somebody
iterates), unknown keys pass, and a content block may also be a response object with any key at
all. `strict` rewrites such a type into one that refuses what the API refuses.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from os import PathLike
from types import NoneType, UnionType
from typing import (
    IO,
    Annotated,
    Any,
    Literal,
    NotRequired,
    Required,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from pydantic import BaseModel, Discriminator, Tag, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails
from typing_extensions import TypedDict, is_typeddict  # pydantic wants these before 3.12

from .errors import Json

# Parameters of the SDKs' methods that travel as headers: in a body the APIs do not know them.
HEADERS = frozenset({"user_profile_id", "workspace_id"})
LISTS = (Iterable, Sequence, list)
HIDDEN = "~"  # starts the tag of a choice that the API does not name in an error's place


def faults_in(body: Json, shape: Any) -> list[ErrorDetails]:
    """What the shape does not allow of the body's keys, types and values."""
    try:
        _adapter(shape).validate_python(body)
    except ValidationError as invalid:
        return invalid.errors(include_url=False)
    return []


@cache
def _adapter(shape: Any) -> TypeAdapter[Any]:
    return TypeAdapter(strict(shape))


def strict(annotation: Any) -> Any:
    if is_typeddict(annotation):
        return _closed(annotation)
    origin, args = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return strict(args[0])
    if origin in (Union, UnionType):
        return _choice(args)
    if origin in LISTS:
        return list[strict(args[0])]  # type: ignore[misc]
    return annotation


@cache
def _closed(shape: Any) -> Any:
    """The same TypedDict with no other key, and strict values, all the way down."""
    fields = {}
    for name, hint in get_type_hints(shape, include_extras=True).items():
        if name in HEADERS:
            continue
        required = get_origin(hint) is Required  # what has no such mark may be left out
        presence = Required if required else NotRequired
        fields[name] = presence[strict(get_args(hint)[0] if required else hint)]
    make: Any = TypedDict  # a type checker wants to see the fields
    closed = make(shape.__name__, fields)
    own = getattr(shape, "__pydantic_config__", {})
    closed.__pydantic_config__ = {"extra": "forbid", "strict": True, **own}
    return closed


def _choice(members: tuple[Any, ...]) -> Any:
    kept = [member for member in members if _is_json(member)]
    optional = NoneType in kept
    kept = [member for member in kept if member is not NoneType]
    if str in kept:
        kept = [member for member in kept if get_origin(member) is not Literal]
    if any(is_typeddict(member) for member in kept):
        # Beside a described object, "any object" would let everything through.
        kept = [member for member in kept if get_origin(member) is not dict]
    chosen = strict(kept[0]) if len(kept) == 1 else _told_apart(kept)
    return chosen | None if optional else chosen


def _is_json(member: Any) -> bool:
    """Not a file to be read by the client, nor a model of the API's answers."""
    kind = get_origin(member) or member
    if kind is Annotated:
        return _is_json(get_args(member)[0])
    if kind in (Union, UnionType):
        return any(_is_json(choice) for choice in get_args(member))
    return kind is not IO and not (
        isinstance(kind, type) and issubclass(kind, BaseModel | PathLike)
    )


def _told_apart(members: list[Any]) -> Any:
    """A union that says which of its choices is meant, so that an error is about that one."""
    objects = [member for member in members if is_typeddict(member)]
    shapes = [member for member in members if not is_typeddict(member)]
    if not objects and not any(get_origin(member) in LISTS for member in shapes):
        return _union([strict(member) for member in members])
    key = next((key for key in ("type", "role") if all(_tags(o, key) for o in objects)), None)
    choices, untagged = [], ""
    for member in objects:
        for tag in _tags(member, key) or (f"{HIDDEN}object",):
            shown = tag if key == "type" else HIDDEN + tag.removeprefix(HIDDEN)
            choices.append(Annotated[strict(member), Tag(shown)])
            if key and get_origin(get_type_hints(member, include_extras=True)[key]) is not Required:
                untagged = shown
    choices += [Annotated[strict(member), Tag(_shape_tag(member))] for member in shapes]
    return Annotated[_union(choices), Discriminator(_teller(key, untagged))]


def _union(members: list[Any]) -> Any:
    union = members[0]
    for member in members[1:]:
        union = Union[union, member]  # noqa: UP007 - the members are values here
    return union


def _tags(shape: Any, key: str | None) -> tuple[str, ...]:
    hint = get_type_hints(shape).get(key) if key else None
    literals = [hint, *get_args(hint)] if hint is not None else []
    found = [tag for one in literals if get_origin(one) is Literal for tag in get_args(one)]
    return tuple(tag for tag in found if isinstance(tag, str))


def _shape_tag(member: Any) -> str:
    kind = get_origin(member) or member
    if kind is Literal:
        kind = type(get_args(member)[0])
    return f"{HIDDEN}{'list' if kind in LISTS else kind.__name__}"


def _teller(key: str | None, untagged: str) -> Callable[[Any], Hashable]:
    def tell(value: Any) -> Hashable:
        if not isinstance(value, dict):
            return f"{HIDDEN}{type(value).__name__}"
        if key is None:
            return f"{HIDDEN}object"
        tag = value.get(key)
        if tag is None:
            return untagged or None
        return tag if key == "type" and isinstance(tag, str) else f"{HIDDEN}{tag}"

    tell.__name__ = key or "value"
    return tell
