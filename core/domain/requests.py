"""A request together with the answers given to questions about it, as one text.

    buy some btc
    [amount: 50 USDT]

A model reads it as it stands; code takes it apart again.
"""

import re

_ANSWER = re.compile(r"\[([a-z][a-z_]*): (.+)\]")


def with_answer(request: str, field: str, value: str) -> str:
    """`request` with `value` for `field`, replacing an earlier answer to the same field.

    `field` is one of a question's pending fields (lower-case letters and _), `value` what was
    pressed or written; its line breaks become spaces. An empty value changes nothing.
    """
    said, answers = split_answers(request)
    answers.pop(field, None)
    if words := " ".join(value.split()):
        answers[field] = words
    return "\n".join((said, *(f"[{name}: {answer}]" for name, answer in answers.items())))


def as_written(text: str) -> str:
    """A person's own words as a request: a last line that looks like an answer is none."""
    said, _ = split_answers(text)
    return said + text[len(said) :].replace("\n", " ")


def split_answers(text: str) -> tuple[str, dict[str, str]]:
    """The request as it was written, and the answers by field, oldest first."""
    lines = text.split("\n")
    answers: dict[str, str] = {}
    while len(lines) > 1 and (answer := _ANSWER.fullmatch(lines[-1])):
        answers.setdefault(answer[1], answer[2])
        lines.pop()
    return "\n".join(lines), dict(reversed(answers.items()))
