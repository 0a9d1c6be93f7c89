"""Encodes calls as HTTP requests."""

from __future__ import annotations

import base64
import io
import json
import re
import urllib.parse
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, BinaryIO, Dict, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union, cast

#: A multiple of three: base64 of the pieces is then that of the whole.
_CHUNK_BYTES = 49_152


class Operation(NamedTuple):
    """What has to be known about an operation to call it."""

    verb: str
    path: str
    #: ``unsafe`` acts a second time when it is sent again.
    retry: str
    #: A call costs credits.
    metered: bool = False
    #: The result is the whole body, not ``{result}``.
    bare: bool = False
    #: The argument for the next page, the result's field that holds its value, and the result's list of entries.
    paging: Optional[Tuple[str, str, str]] = None
    #: The arguments that take bytes, sent as base64, each with the arguments that say so.
    bytes: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    #: The server may not know idempotency keys.
    unkeyed: bool = False


class _Upload:
    """What is left of a binary file. One that cannot be rewound is read at once: a repeat needs its bytes again."""

    def __init__(self, name: str, argument: str, file: BinaryIO) -> None:
        if isinstance(file, io.TextIOBase):
            raise TypeError(f"{name}: open the file for {argument} in binary mode")
        self._bytes = b""
        self._file: Optional[BinaryIO] = file if file.seekable() else None
        self._start = 0
        if self._file is None:
            self._bytes = file.read()
            self.length = len(self._bytes)
        else:
            self._start = file.tell()
            self.length = file.seek(0, 2) - self._start

    def __iter__(self) -> Iterator[bytes]:
        if self._file is None:
            yield self._bytes
            return
        self._file.seek(self._start)
        left = self.length
        while left > 0:
            piece = self._read(min(_CHUNK_BYTES, left))
            left -= len(piece)
            yield piece

    def _read(self, size: int) -> bytes:
        """Exactly so many bytes: a raw file may return fewer at a time."""
        piece = b""
        while len(piece) < size:
            more = cast(BinaryIO, self._file).read(size - len(piece))
            if not more:
                raise ValueError("a file became shorter while it was sent")
            piece += more
        return piece


class Body:
    """A request's body. It can be iterated more than once, for repeats of the call."""

    def __init__(self, fields: Mapping[str, Any], uploads: Mapping[str, _Upload]) -> None:
        self._uploads = uploads
        self._json = _json_bytes(fields)
        # Between quotation marks, after a comma except for the first of all.
        self._heads = [
            b"%s%s:" % (b"," if fields or index else b"", _json_bytes(name)) for index, name in enumerate(uploads)
        ]
        encoded = [(upload.length + 2) // 3 * 4 + 2 for upload in uploads.values()]
        self.length = len(self._json) + sum(map(len, self._heads)) + sum(encoded)

    def __iter__(self) -> Iterator[bytes]:
        if not self._uploads:
            yield self._json
            return
        yield self._json[:-1]
        for head, upload in zip(self._heads, self._uploads.values()):
            yield head + b'"'
            for piece in upload:
                yield base64.b64encode(piece)
            yield b'"'
        yield b"}"


@dataclass
class EncodedCall:
    """A call as a request, before the headers that each attempt adds."""

    address: str
    verb: str
    headers: Dict[str, str]
    body: Optional[Body]


def read_base_url(given: str) -> str:
    """The server's address without a trailing slash. Raises ValueError if it is not an absolute http(s) address, or
    contains a password: errors and logs would show it.
    """
    if re.match(r"([^/]*//)?[^/?#]*@", given):
        raise ValueError("base_url must be an address without a user name or password: pass a token as token")
    parts = urllib.parse.urlsplit(given)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError(
            f"base_url must be an absolute http or https address, such as https://onedoor.example; it is {given!r}"
        )
    return f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}"


def encode(base_url: str, name: str, operation: Operation, args: Mapping[str, Any]) -> EncodedCall:
    """The request for a call: arguments named in the path go there, the others into the query of a GET or DELETE, where
    a list repeats its name, or into the JSON body of a POST or PUT. None is left out. Raises TypeError or ValueError for arguments
    that cannot be sent.
    """
    rest = {key: value for key, value in args.items() if value is not None}
    uploads: Dict[str, _Upload] = {}
    for argument, value in list(rest.items()):
        is_file = hasattr(value, "read")
        if not is_file and not isinstance(value, (bytes, bytearray, memoryview)):
            continue
        if argument not in operation.bytes:
            raise TypeError(f"{name}: the argument {argument} takes text, not bytes")
        if is_file:
            uploads[argument] = _Upload(name, argument, rest.pop(argument))
        else:
            rest[argument] = base64.b64encode(cast(bytes, value)).decode("ascii")
        rest.update(operation.bytes[argument])

    def from_path(match: "re.Match[str]") -> str:
        argument = match.group(1)
        value = str(rest.pop(argument, ""))
        if value == "":
            raise ValueError(f"{name} needs the argument {argument}")
        # Encoded or not, these are removed from a URL with the part before them: another operation would be called.
        if value in (".", ".."):
            raise ValueError(f"{name}: the argument {argument} cannot be {value!r}")
        return urllib.parse.quote(value, safe="")

    address = base_url + re.sub(r"\{(\w+)\}", from_path, operation.path)
    headers = {"accept": "application/json"}
    if operation.verb in ("GET", "DELETE"):
        pairs = [(key, _text(entry)) for key, value in rest.items() for entry in _each(value)]
        query = urllib.parse.urlencode(pairs, quote_via=urllib.parse.quote, safe="")
        return EncodedCall(f"{address}?{query}" if query else address, operation.verb, headers, None)
    body = Body(rest, uploads)
    headers.update({"content-type": "application/json", "content-length": str(body.length)})
    return EncodedCall(address, operation.verb, headers, body)


def read_body(body: bytes) -> Any:
    """A response's body as JSON, or its text if it is not JSON, or JSON that is nested too deep for Python."""
    text = body.decode("utf-8", "replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def fields_of(body: Any) -> Mapping[str, Any]:
    """The fields of a JSON object; none of anything else."""
    return cast(Mapping[str, Any], body) if isinstance(body, dict) else {}


def _json_bytes(value: Any) -> bytes:
    return json.dumps(value, allow_nan=False, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _each(value: Any) -> Sequence[Any]:
    return cast(Union[List[Any], Tuple[Any, ...]], value) if isinstance(value, (list, tuple)) else [value]


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, allow_nan=False)
