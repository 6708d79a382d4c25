"""The one exception of this package: a check that did not pass, by name."""

from __future__ import annotations

NOT_CARRIED_OUT = {"later-version", "list-missing", "signature-unchecked"}


class Failure(Exception):
    def __init__(self, name: str, detail: str) -> None:
        super().__init__(f"{name}: {detail}")
        self.name = name
        self.detail = detail

    @property
    def exit_code(self) -> int:
        return 2 if self.name in NOT_CARRIED_OUT else 1
