"""Limits of rooms. Those that matter to an operator are settings: ROOMS_AT_ONCE…, ROOM_FOLLOWERS_…, LIMIT_ROOMS."""

from __future__ import annotations

LIFETIME = 4 * 3600.0  # seconds after which a room has ended, whoever is in it
ALONE = 20 * 60.0  # seconds without its presenter after which it has ended
REMEMBERED = 3600  # seconds for which the link of a room that has ended says so

MOST_FOLLOWERS = 200
MOST_NOTED = (
    1_000  # people of whom it is noted what they chose, or that they look around; those who are here stay
)
MOST_MESSAGE = 6_000  # characters
MESSAGES_PER_SECOND = 10.0  # of one socket, over a while
MESSAGES_IN_A_ROW = 40
MOST_CHOICES = 24
MOST_LABEL = 80  # characters of a choice, and of its label
MOST_TITLE = 120

HEARTBEAT = 15.0  # seconds between two signs of life of a socket
STALE = 40.0  # seconds without one after which somebody is not here
REFRESH = 5.0  # seconds until a room is looked at again when an announcement was lost
PAUSE = 0.1  # seconds between two messages to the same people
PATIENCE = 5.0  # seconds that Redis may take
SLOW = 30.0  # seconds in which somebody has to take a message
HELLO = 10.0  # seconds until a socket has to say who it is
