"""How a sweep is divided, and how often it is looked after. What matters to an operator are settings."""

from __future__ import annotations

FOLD_SECONDS = 0.3  # between two folds of tallies
FOLD_SHARE = 0.03  # of the time of one process that folding may take: dear folds come less often,
LONGEST_FOLD_SECONDS = 5.0  # but so often at least
FOLD_TALLIES = 40  # at once, so that new pieces are made in between; all when the last piece has ended
PIECE_SECONDS = 1.0  # that a piece is to take, at least
PIECES_A_SECOND = 100  # that end, at most: where many workers take part, pieces are larger
GROWTH = 16  # times as many points as the piece before, at most
FIRST_PIECES = 4  # of one point each; from what they take follows the size of the others
RATE_SECONDS = 5.0  # over which the rate is smoothed
DECODED_SWEEPS = 4  # that a process keeps
DECODED_SECONDS = 60.0  # after the last use
DECODED_OBJECTS = 60_000  # nodes and pods of these, about 1 GB; the newest stays however large it is
