"""Words about execution profiles: read by whoever runs the desk."""

WORDS = {
    "profile.unknown": {
        "en": "There is no profile {name}. Known: {known}.",
        "zh": "没有名为 {name} 的配置。现有：{known}。",
    },
    "profile.executor": {
        "en": "Profile {name} is for the {executor} executor and cannot serve {task} turns.",
        "zh": "配置 {name} 属于 {executor} 执行器，不能用于 {task} 任务。",
    },
    "profile.window": {
        "en": "A window has 1 to {most} user messages, not {n}; 0 stands for the profile's own.",
        "zh": "窗口应为 1 到 {most} 条用户消息，不能是 {n}；0 表示用配置自带的值。",
    },
    "profile.not_allowed": {
        "en": "Profile {name} is not allowed to you. Leave it out, or ask the owner.",
        "zh": "您无权使用配置 {name}。请不要指定它，或联系所有者。",
    },
}
