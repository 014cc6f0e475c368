"""A trade to show around: how much it made in percent, and nothing that is private."""

from adapters.charts.sheet import AMBER, BACKGROUND, BLUE, MUTED, TEXT, WIDTH, Sheet
from core.domain.charts import SharePicture
from core.views.money_text import percent_text

HEIGHT = 720


def draw(spec: SharePicture) -> bytes:
    """The picture: a symbol, a side and a percentage."""
    sheet = Sheet(spec.look, HEIGHT)
    color = TEXT if spec.fraction == 0 else sheet.up if spec.fraction > 0 else sheet.down
    sheet.head(spec.symbol, note=f"{spec.day:%Y-%m-%d}")
    colors = {"LONG": sheet.up, "SHORT": sheet.down, "SPOT": BLUE}
    side = sheet.text(
        62, 240, sheet.say(f"chart.{spec.side}"), size=15, color=BACKGROUND, bold=True
    )
    side.set_bbox(
        {"boxstyle": "round,pad=0.4", "facecolor": colors[spec.side], "edgecolor": "none"}
    )
    words = percent_text(spec.fraction, sheet.lang)
    # The figure is as large as its digits leave room for.
    size = min(58.0, 58.0 * (WIDTH - 110) / sheet.width_of_words(words, 58.0, bold=True))
    sheet.text(50, 410, words, size=size, color=color, bold=True)
    state = "open" if spec.is_open else "closed"
    sheet.text(56, 548, sheet.say(f"chart.{state}"), size=12, color=MUTED)
    bar = sheet.axes(36, HEIGHT - 92, WIDTH - 36, HEIGHT - 89)
    bar.set_facecolor(AMBER)
    sheet.text(36, HEIGHT - 48, "Bellwether", size=11, color=MUTED, bold=True)
    return sheet.png()
