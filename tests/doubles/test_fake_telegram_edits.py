"""Edits, deletions, replies, files and commands on the fake Telegram, by two foreign clients."""

import json

import aiohttp

from tests.doubles.telegram import Fault
from tests.doubles.telegram_clients import PNG, connected, raw


async def test_an_edit_replaces_text_and_buttons_and_remembers_what_was_there(tg, client, chat):
    sent = await client.do(
        "send_message", chat_id=chat.id, text="one", reply_markup=client.keyboard([("A", "a")])
    )
    where = {"chat_id": chat.id, "message_id": sent.message_id}
    await client.do("edit_message_text", text="two", **where)
    message = tg.messages(chat)[0]
    assert (message.text, message.labels, message.versions) == ("two", [], ["one"])
    assert message.edit_date is not None
    await client.do(
        "edit_message_reply_markup", reply_markup=client.keyboard([("B", "b")]), **where
    )
    assert message.labels == ["B"]


async def test_an_edit_that_changes_nothing_is_refused(client, chat):
    sent = await client.do(
        "send_message",
        chat_id=chat.id,
        text="<b>P&amp;L</b>",
        parse_mode="HTML",
        reply_markup=client.keyboard([("Refresh", "r")]),
    )
    said = await client.refused(
        "edit_message_text",
        chat_id=chat.id,
        message_id=sent.message_id,
        text="<strong>P&amp;L</strong> ",
        parse_mode="HTML",
        reply_markup=client.keyboard([("Refresh", "r")]),
    )
    assert said == (
        "Bad Request: message is not modified: specified new message content and reply markup are "
        "exactly the same as a current content and reply markup of the message"
    )


async def test_only_its_own_existing_text_can_be_edited(tg, client, ann, chat):
    theirs = tg.push_text(ann, chat, "mine").message
    sent = await client.do("send_message", chat_id=chat.id, text="x")

    async def refusal(message_id, text="y"):
        return await client.refused(
            "edit_message_text", chat_id=chat.id, message_id=message_id, text=text
        )

    assert await refusal(999) == "Bad Request: message to edit not found"
    assert await refusal(theirs.id) == "Bad Request: message can't be edited"
    assert await refusal(sent.message_id, "x" * 4097) == "Bad Request: MESSAGE_TOO_LONG"
    await client.do("delete_message", chat_id=chat.id, message_id=sent.message_id)
    assert await refusal(sent.message_id) == "Bad Request: message to edit not found"


async def test_deletion_has_its_limits(tg, client, hands, ann, chat):
    secret = tg.push_text(ann, chat, "api key").message
    assert await client.do("delete_message", chat_id=chat.id, message_id=secret.id)
    assert tg.messages(chat) == []
    assert tg.messages(chat, everything=True)[0].deleted

    async def refusal(message):
        return await client.refused(
            "delete_message", chat_id=message.chat.id, message_id=message.id
        )

    assert await refusal(secret) == "Bad Request: message to delete not found"
    desk = tg.group("Desk", ann)
    in_group = tg.push_text(ann, desk, "api key").message
    assert await refusal(in_group) == "Bad Request: message can't be deleted"
    tg.promote(desk)
    assert await client.do("delete_message", chat_id=desk.id, message_id=in_group.id)
    old = tg.push_text(ann, chat, "old").message
    hands.advance(48 * 60 * 60 + 1)
    assert await refusal(old) == "Bad Request: message can't be deleted for everyone"


async def test_several_messages_are_deleted_at_once_and_missing_ones_skipped(tg, client, ann, chat):
    ids = [tg.push_text(ann, chat, "x").message.id for _ in range(3)]
    assert await client.do("delete_messages", chat_id=chat.id, message_ids=[*ids[:2], 9999])
    assert [message.id for message in tg.messages(chat)] == ids[2:]


# Answers, reactions, drafts


async def test_a_reply_needs_its_message_unless_told_otherwise(tg, client, ann, chat):
    asked = tg.push_text(ann, chat, "price?").message

    def to(message_id, **more):
        return client.object("ReplyParameters", {"message_id": message_id, **more})

    sent = await client.do("send_message", chat_id=chat.id, text="5", reply_parameters=to(asked.id))
    assert sent.reply_to_message.text == "price?"
    said = await client.refused(
        "send_message", chat_id=chat.id, text="5", reply_parameters=to(9999)
    )
    assert said == "Bad Request: message to be replied not found"
    sent = await client.do(
        "send_message",
        chat_id=chat.id,
        text="5",
        reply_parameters=to(9999, allow_sending_without_reply=True),
    )
    assert sent.reply_to_message is None


async def test_signs_of_life_are_recorded_and_checked(tg, client, ann, chat):
    message = tg.push_text(ann, chat, "hi").message
    assert await client.do("send_chat_action", chat_id=chat.id, action="typing")
    said = await client.refused("send_chat_action", chat_id=chat.id, action="thinking")
    assert said == "Bad Request: wrong parameter action in request"
    eyes = [client.object("ReactionTypeEmoji", {"type": "emoji", "emoji": "👀"})]
    where = {"chat_id": chat.id, "message_id": message.id}
    assert await client.do("set_message_reaction", reaction=eyes, **where)
    assert message.reactions == [{"type": "emoji", "emoji": "👀"}]
    money = [client.object("ReactionTypeEmoji", {"type": "emoji", "emoji": "💰"})]
    said = await client.refused("set_message_reaction", reaction=money, **where)
    assert said == "Bad Request: REACTION_INVALID"


async def test_a_draft_grows_in_a_private_chat_only(tg, client, ann, chat):
    assert await client.do("send_message_draft", chat_id=chat.id, draft_id=7, text="BTC is")
    assert tg.drafts == {(chat.id, 7): "BTC is"}
    desk = tg.group("Desk", ann)
    said = await client.refused("send_message_draft", chat_id=desk.id, draft_id=7, text="x")
    assert said == "Bad Request: TEXTDRAFT_PEER_INVALID"


# Files


async def test_a_document_is_uploaded_and_fetched_back(tg, client, chat):
    sent = await client.do(
        "send_document",
        chat_id=chat.id,
        document=client.upload(b"time,price\n", "trades.csv"),
        caption="<b>all</b> trades",
        parse_mode="HTML",
    )
    assert (sent.document.file_name, sent.caption) == ("trades.csv", "all trades")
    assert await client.download(sent.document.file_id) == b"time,price\n"
    again = await client.do("send_document", chat_id=chat.id, document=sent.document.file_id)
    assert again.document.file_id == sent.document.file_id
    said = await client.refused("get_file", file_id="nonsense")
    assert said == "Bad Request: wrong file identifier/HTTP URL specified"


async def test_an_upload_without_a_name_of_its_own_is_taken_too(tg, chat):
    async with connected(tg, "ptb") as client:
        sent = await client.do("send_document", chat_id=chat.id, document=b"x", filename="x.txt")
    assert sent.document.file_name == "x.txt"


async def test_a_photo_must_be_a_picture_and_a_caption_short(tg, client, chat):
    sent = await client.do("send_photo", chat_id=chat.id, photo=client.upload(PNG, "chart.png"))
    assert (sent.photo[-1].width, sent.photo[-1].height) == (640, 480)
    jpeg = b"\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x11\x08\x00\x78\x00\xa0\x03" + b"\0" * 9
    for data, size in ((jpeg, (160, 120)), (b"GIF89a\x40\x00\x20\x00\0\0", (64, 32))):
        sent = await client.do("send_photo", chat_id=chat.id, photo=client.upload(data, "c.jpg"))
        assert (sent.photo[-1].width, sent.photo[-1].height) == size
    for data, caption, words in (
        (b"not a picture", "", "IMAGE_PROCESS_FAILED"),
        (PNG.replace((640).to_bytes(4), (9999).to_bytes(4)), "", "PHOTO_INVALID_DIMENSIONS"),
        (b"", "", "file must be non-empty"),
        (PNG, "x" * 1025, "message caption is too long"),
    ):
        said = await client.refused(
            "send_photo", chat_id=chat.id, photo=client.upload(data, "c.png"), caption=caption
        )
        assert said == f"Bad Request: {words}"


async def test_a_chart_is_refreshed_in_place(tg, client, chat):
    sent = await client.do(
        "send_photo", chat_id=chat.id, photo=client.upload(PNG, "a.png"), caption="12:00"
    )
    where = {"chat_id": chat.id, "message_id": sent.message_id}
    said = await client.refused("edit_message_text", text="x", **where)
    assert said == "Bad Request: there is no text in the message to edit"
    await client.do("edit_message_caption", caption="12:01", **where)
    picture = await raw(
        tg,
        "editMessageMedia",
        data=_form(where, {"type": "photo", "media": "attach://new", "caption": "12:02"}),
    )
    assert picture[0] == 200
    assert tg.messages(chat)[0].versions == ["12:00", "12:01"]


def _form(where, media):
    form = aiohttp.FormData({name: str(value) for name, value in where.items()})
    form.add_field("media", json.dumps(media))
    form.add_field("new", PNG, filename="new.png", content_type="image/png")
    return form


# The profile


async def test_commands_are_kept_by_scope_and_language(tg, client):
    def command(name, text):
        return client.object("BotCommand", {"command": name, "description": text})

    everyone = [command("start", "Begin")]
    chinese = [command("start", "开始")]
    private = client.object("BotCommandScopeAllPrivateChats", {"type": "all_private_chats"})
    await client.do("set_my_commands", commands=everyone)
    await client.do("set_my_commands", commands=chinese, scope=private, language_code="zh")
    assert [c.description for c in await client.do("get_my_commands")] == ["Begin"]
    got = await client.do("get_my_commands", scope=private, language_code="zh")
    assert [c.description for c in got] == ["开始"]
    assert tg.commands({"type": "all_private_chats"}, "zh")[0]["command"] == "start"
    await client.do("delete_my_commands", scope=private, language_code="zh")
    assert list(await client.do("get_my_commands", scope=private, language_code="zh")) == []
    for bad, words in (
        (command("Start", "x"), "BOT_COMMAND_INVALID"),
        (command("x" * 33, "x"), "command length must not exceed 32"),
        (command("x", " "), "command description must be non-empty"),
    ):
        assert await client.refused("set_my_commands", commands=[bad]) == f"Bad Request: {words}"
    said = await client.refused("set_my_commands", commands=everyone, language_code="english")
    assert said == "Bad Request: invalid language code specified"


async def test_descriptions_fall_back_to_those_for_all_languages(client):
    await client.do("set_my_description", description="A trading desk")
    await client.do("set_my_description", description="交易台", language_code="zh")
    told = [
        (await client.do("get_my_description", language_code=code)).description
        for code in ("zh", "de")
    ]
    assert told == ["交易台", "A trading desk"]
    said = await client.refused("set_my_short_description", short_description="x" * 121)
    assert said == "Bad Request: BOT_SHORT_DESCRIPTION_TOO_LONG"


async def test_a_missing_method_of_an_older_server_can_be_played(tg, chat):
    """A bot that tries a newer method first must be able to fall back."""
    tg.fault("sendRichMessage", Fault.error(404, "Not Found: method not found"), times=None)
    status, _ = await raw(tg, "sendRichMessage", data={"chat_id": chat.id})
    assert status == 404
    assert tg.unexpected == []
