"""How the programs exam_*.py hand out their vectors: printed, or compared with those in audit/vectors."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

VECTORS = Path(__file__).parents[1] / "vectors"


def main(name: str, about: str, vectors: list[dict[str, Any]]) -> int:
    """Prints the file NAME.json, or says whether audit/vectors has the same."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--check", action="store_true", help=f"compare with audit/vectors/{name}.json")
    text = render(about, vectors)
    if not parser.parse_args().check:
        print(text, end="")
        return 0
    same = (VECTORS / f"{name}.json").read_text("ascii") == text
    print(f"{name}.json: {len(vectors)} vectors, {'as computed' if same else 'NOT as computed'}")
    return 0 if same else 1


def render(about: str, vectors: list[dict[str, Any]]) -> str:
    ids = [vector["id"] for vector in vectors]
    assert len(set(ids)) == len(ids), [one for one in ids if ids.count(one) > 1]
    lines = ",\n".join(json.dumps(vector) for vector in vectors)
    head = f'"about": {json.dumps(about)},\n"count": {len(vectors)},\n'
    return "{\n" + head + '"vectors": [\n' + lines + "\n]\n}\n"
