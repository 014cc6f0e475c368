"""What is said when older messages were summed up."""

WORDS: dict[str, dict[str, str]] = {
    "memory.summed_up": {
        "en": "Older messages were summed up. Of them I keep: {items}. /clear forgets that; "
        "“what do you remember?” shows what I keep about you for good.",
        "zh": "较早的消息已归纳，其中我保留：{items}。/clear 可忘记这些；"
        "问“你记得我什么”可查看长期记住的内容。",
    },
    "memory.summed_up_nothing": {
        "en": "Older messages were summed up; nothing in them needed keeping. "
        "“What do you remember?” shows what I keep about you for good.",
        "zh": "较早的消息已归纳，没有需要保留的内容。问“你记得我什么”可查看长期记住的内容。",
    },
}
