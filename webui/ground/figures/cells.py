"""A table of coloured cells with their numbers in them."""

from __future__ import annotations

from webui.ground.figures.frame import Json
from webui.ground.figures.palette import readable_on, scale

Rows = list[list[float]] | list[list[int]]


def cells(
    values: Rows,
    texts: list[list[str]],
    hover: list[list[str]],
    *,
    first_column: int,
    reach: tuple[float, float],
    colours: tuple[str, ...],
) -> list[Json]:
    """Return a heatmap and its numbers as a separate layer, because Plotly would print them all in one colour."""
    low, high = reach
    columns = range(first_column, first_column + (len(values[0]) if values else 0))
    places = [(row, column) for row in range(len(values)) for column in range(len(columns))]
    return [
        {
            "type": "heatmap",
            "z": values,
            "x": list(columns),
            "y": list(range(len(values))),
            "zmin": low,
            "zmax": high,
            "colorscale": scale(colours),
            "showscale": False,
            "xgap": 1,
            "ygap": 1,
            "hovertext": hover,
            "hoverinfo": "text",
        },
        {
            "type": "scatter",
            "mode": "text",
            "x": [columns[column] for _, column in places],
            "y": [row for row, _ in places],
            "text": [texts[row][column] for row, column in places],
            "textfont": {
                "size": 13,
                "color": [
                    readable_on(colours, (values[row][column] - low) / (high - low)) for row, column in places
                ],
            },
            "hoverinfo": "skip",
        },
    ]
