"""A strict fake of Telegram's Bot API server: real HTTP, no real Telegram."""

from .backend import Call, Unexpected
from .callbacks import Answer, Press
from .clock import Clock, ManualClock, SystemClock
from .control import FakeTelegram
from .faults import Fault, Planned
from .limits import Rates
from .model import Button, Chat, Message, Topic, User
from .places import ANONYMOUS_ADMIN
from .updates import Update
from .webhook import SECRET_HEADER, Delivery

__all__ = [
    "ANONYMOUS_ADMIN",
    "SECRET_HEADER",
    "Answer",
    "Button",
    "Call",
    "Chat",
    "Clock",
    "Delivery",
    "FakeTelegram",
    "Fault",
    "ManualClock",
    "Message",
    "Planned",
    "Press",
    "Rates",
    "SystemClock",
    "Topic",
    "Unexpected",
    "Update",
    "User",
]
