# Written by `npm run generate` from spec/. Do not edit.
"""Marks deprecated methods."""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING, Any, Callable, Set, TypeVar

if TYPE_CHECKING:
    # Type checkers bring this module themselves, and strike out what it marks.
    from typing_extensions import deprecated as deprecated
else:
    _Function = TypeVar("_Function", bound=Callable[..., Any])
    _warned: Set[str] = set()

    def deprecated(message: str) -> Callable[[_Function], _Function]:
        """Warns at the first call of the function in a process."""

        def decorate(function: _Function) -> _Function:
            @functools.wraps(function)
            def warning(*args: Any, **options: Any) -> Any:
                if message not in _warned:
                    _warned.add(message)
                    warnings.warn(message, DeprecationWarning, stacklevel=2)
                return function(*args, **options)

            return warning

        return decorate
