"""What the guard says in the place of model text that it withholds."""

WORDS: dict[str, dict[str, str]] = {
    "guard.withheld": {
        "en": "(I left out a sentence with a figure that I could not verify.)",
        "zh": "（有一句含有无法核实的数字，已省略。）",
    },
    "guard.nothing_done": {
        "en": "Nothing was done or changed in this turn.",
        "zh": "本次没有执行任何操作，也没有更改任何内容。",
    },
    "guard.not_all_done": {
        "en": "Not all of that was done: only what its result shows here was.",
        "zh": "并非全部都已执行：只有此处显示结果的操作已完成。",
    },
    "guard.no_promise": {
        "en": "I cannot come back to this by myself; please ask me again.",
        "zh": "我无法自行回头跟进此事，请您届时再问我。",
    },
}
