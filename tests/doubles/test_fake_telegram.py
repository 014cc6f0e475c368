"""What a bot can send to the fake Telegram, and what it is refused; seen by two foreign clients."""

import json

import aiohttp
import pytest
import telegram.error

from tests.doubles.telegram import FakeTelegram, Fault
from tests.doubles.telegram.api import HANDLERS
from tests.doubles.telegram.schema import METHODS
from tests.doubles.telegram_clients import connected

PNG = b"\x89PNG\r\n\x1a\n" + b"\0\0\0\rIHDR" + (640).to_bytes(4) + (480).to_bytes(4) + b"\x08\x06"


@pytest.fixture
def ann(tg):
    return tg.user("Ann", username="ann_trades")


@pytest.fixture
def chat(tg, ann):
    return tg.private(ann)


async def raw(tg, method, verb="POST", token=None, **kwargs):
    """A request as no well-behaved client would make it."""
    url = f"{tg.url}/bot{token or tg.token}/{method}"
    async with aiohttp.ClientSession() as session, session.request(verb, url, **kwargs) as answer:
        return answer.status, await answer.json()


def expect_unexpected(tg, kind, detail):
    assert [(seen.kind, detail in seen.detail) for seen in tg.unexpected] == [(kind, True)]
    tg.unexpected.clear()


# The door


async def test_the_bot_learns_its_own_name(client):
    me = await client.do("get_me")
    assert (me.username, me.is_bot, me.can_read_all_group_messages) == (
        "bellwether_bot",
        True,
        True,
    )


@pytest.mark.parametrize("which", ["ptb", "aiogram"])
async def test_a_wrong_token_is_refused(tg, which):
    with pytest.raises(Exception, match=r"Unauthorized|rejected by the server"):
        async with connected(
            tg, which, "123456789:AAWrongTokenOfTheTestDouble_000000000"
        ) as client:
            await client.do("get_me")


async def test_method_names_ignore_case_and_parameters_come_in_every_way(tg, chat):
    text = {"chat_id": chat.id, "text": "hello"}
    ways = [
        await raw(tg, "sendmessage", "GET", params=text),
        await raw(tg, "SENDMESSAGE", data=text),
        await raw(tg, "sendMessage", json=text),
        await raw(tg, "sendMessage", data=aiohttp.FormData({"text": "hello"}), params=text),
    ]
    assert [status for status, _ in ways] == [200] * 4
    assert [message.text for message in tg.sent(chat)] == ["hello"] * 4


async def test_a_method_that_telegram_does_not_have_is_not_found(tg):
    assert await raw(tg, "sendCarrierPigeon") == (
        404,
        {"ok": False, "error_code": 404, "description": "Not Found: method not found"},
    )
    expect_unexpected(tg, "unknown method", "sendCarrierPigeon")


async def test_a_method_that_the_double_does_not_model_fails_the_test():
    async def use():
        async with FakeTelegram() as fake, connected(fake, "ptb") as client:
            with pytest.raises(telegram.error.NetworkError, match="Not Implemented"):
                await client.do("send_dice", chat_id=fake.user("Ann").id)

    with pytest.raises(AssertionError, match="sendDice"):
        await use()


def test_the_double_has_no_method_that_telegram_does_not_have():
    assert set(HANDLERS) <= set(METHODS)
    assert len(METHODS) == 185


async def test_a_parameter_unknown_to_telegram_is_refused(tg, chat):
    async with connected(tg, "ptb") as client:
        words = await client.refused(
            "send_message", chat_id=chat.id, text="x", api_kwargs={"colour": "red"}
        )
    assert words == "Bad Request: sendMessage has no parameter colour"
    expect_unexpected(tg, "contract broken", "colour")


@pytest.mark.parametrize(
    ("params", "detail"),
    [
        ({"chat_id": 1}, "sendMessage needs text"),
        ({"chat_id": 1, "text": "x", "message_thread_id": "first"}, "message_thread_id"),
        ({"chat_id": 1, "text": "x", "reply_markup": "{buttons"}, "reply_markup is not JSON"),
        (
            {
                "chat_id": 1,
                "text": "x",
                "reply_markup": '{"inline_keyboard":[[{"text":"a","callback_data":"b","hue":1}]]}',
            },
            "sendMessage.reply_markup.inline_keyboard[0][0].hue",
        ),
        ({"chat_id": 1, "text": "x", "link_preview_options": '{"off": true}'}, "options.off"),
    ],
)
async def test_a_request_that_breaks_telegrams_list_is_refused_and_remembered(tg, params, detail):
    status, answer = await raw(tg, "sendMessage", data=params)
    assert (status, answer["ok"]) == (400, False)
    expect_unexpected(tg, "contract broken", detail)


# Texts


async def test_a_sent_text_is_in_the_chat_with_its_buttons(tg, client, chat):
    sent = await client.do(
        "send_message",
        chat_id=chat.id,
        text="Buy?",
        reply_markup=client.keyboard([("Yes", "y"), ("No", "n")], [("Later", "l")]),
    )
    (message,) = tg.messages(chat)
    assert (message.id, message.text, message.sender) == (sent.message_id, "Buy?", tg.bot)
    assert [[b.label for b in row] for row in message.rows] == [["Yes", "No"], ["Later"]]
    assert tg.calls("sendMessage")[0].params["chat_id"] == chat.id


async def test_html_becomes_text_and_entities_counted_in_utf16(client, chat):
    html = (
        '📈 <b>BTC <i>up</i></b> &lt;5 &amp; 3%\n<a href="https://example.com/x?a=1&amp;b=2">chart</a>'
        '<pre><code class="language-json">{}</code></pre><blockquote expandable>more</blockquote>'
        '<span class="tg-spoiler">hush</span>'
    )
    sent = await client.do("send_message", chat_id=chat.id, text=html, parse_mode="HTML")
    assert sent.text == "📈 BTC up <5 & 3%\nchart{}morehush"
    assert [(e.type, e.offset, e.length) for e in sent.entities] == [
        ("bold", 3, 6),
        ("italic", 7, 2),
        ("text_link", 18, 5),
        ("pre", 23, 2),
        ("expandable_blockquote", 25, 4),
        ("spoiler", 29, 4),
    ]
    assert (sent.entities[2].url, sent.entities[3].language) == (
        "https://example.com/x?a=1&b=2",
        "json",
    )


@pytest.mark.parametrize(
    ("html", "words"),
    [
        ("ЖЖ <x>", 'Unsupported start tag "x" at byte offset 5'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("profit <b", "Unclosed start tag at byte offset 7"),
        (
            "<b>deep <i>est</b>",
            'Unmatched end tag at byte offset 14, expected "</i>", found "</b>"',
        ),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        (
            "<a href>x</a>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
        ("<a href=x/y>z</a>", "Unexpected end of name token at byte offset 8"),
        ("<a =>x</a>", 'Empty attribute name in the tag "a" at byte offset 0'),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
    ],
)
async def test_broken_html_is_refused_in_telegrams_words(tg, client, chat, html, words):
    said = await client.refused("send_message", chat_id=chat.id, text=html, parse_mode="HTML")
    assert said == f"Bad Request: can't parse entities: {words}"
    assert tg.messages(chat) == []


async def test_escapes_are_decoded_and_unknown_ones_kept(client, chat):
    html = "&#39;&#x1F4C8;&quot; &copy; &#0; & <a href='nowhere'>link</a> <code class=x>y</code>"
    sent = await client.do("send_message", chat_id=chat.id, text=html, parse_mode="HTML")
    assert sent.text == "'📈\" &copy; &#0; & link y"
    assert [e.type for e in sent.entities] == ["code"]


async def test_a_link_to_a_person_is_a_mention_if_the_bot_knows_them(client, ann, chat):
    html = f'<a href="tg://user?id={ann.id}">you</a> <a href="tg://user?id=77">they</a>'
    sent = await client.do("send_message", chat_id=chat.id, text=html, parse_mode="HTML")
    (mention,) = sent.entities
    assert (mention.type, mention.user.id, mention.offset) == ("text_mention", ann.id, 0)


async def test_entities_may_be_given_by_offset_and_must_lie_inside(client, chat):
    def bold(offset, length):
        value = {"type": "bold", "offset": offset, "length": length}
        return [client.object("MessageEntity", value)]

    sent = await client.do("send_message", chat_id=chat.id, text=" 📈 up", entities=bold(1, 2))
    assert (sent.text, sent.entities[0].offset, sent.entities[0].length) == ("📈 up", 0, 2)
    said = await client.refused("send_message", chat_id=chat.id, text="x", entities=bold(5, 1))
    assert said.startswith("Bad Request: entity beginning at UTF-16 offset 5 ends after")


async def test_line_ends_and_control_characters_are_cleaned(client, chat):
    sent = await client.do(
        "send_message", chat_id=chat.id, text="a\r\n\x01<b>b</b>\r\n", parse_mode="HTML"
    )
    assert sent.text == "a\n b"
    assert (sent.entities[0].offset, sent.entities[0].length) == (3, 1)


async def test_options_of_a_message_are_kept(tg, client, chat):
    preview = client.object("LinkPreviewOptions", {"is_disabled": True})
    sent = await client.do(
        "send_message",
        chat_id=chat.id,
        text="https://example.com",
        link_preview_options=preview,
        protect_content=True,
    )
    assert sent.has_protected_content
    assert sent.link_preview_options.is_disabled
    where = {"chat_id": chat.id, "message_id": sent.message_id}
    markup = client.keyboard([("A", "a")])
    same = await client.do("edit_message_reply_markup", reply_markup=markup, **where)
    assert same.link_preview_options.is_disabled
    edited = await client.do("edit_message_text", text="https://example.com/2", **where)
    assert (edited.link_preview_options, edited.has_protected_content) == (None, True)


async def test_what_the_double_would_have_to_guess_is_not_accepted_in_silence(tg, chat):
    data = {"chat_id": chat.id, "text": "x", "business_connection_id": "b"}
    status, _ = await raw(tg, "sendMessage", data=data)
    assert status == 501
    expect_unexpected(tg, "not modelled", "business_connection_id")


async def test_a_text_with_hostile_characters_arrives_whole(tg, client, chat):
    text = "A & B, 5% of <x>_*[`\\ 盈亏 📉 &nbsp; \\"
    await client.do("send_message", chat_id=chat.id, text=text)
    assert tg.messages(chat)[0].text == text


async def test_outbound_texts_get_the_entities_that_telegram_finds_by_itself(client, chat):
    sent = await client.do(
        "send_message",
        chat_id=chat.id,
        text="$BTC by @ann_trades, /help, #alerts, https://example.com/a. <code>/no</code>",
        parse_mode="HTML",
    )
    kinds = [e.type for e in sent.entities]
    assert kinds == ["cashtag", "mention", "bot_command", "hashtag", "url", "code"]


async def test_length_is_counted_after_parsing_and_in_utf16(client, chat):
    fits = f"<b>{'📈' * 2048}</b>"
    sent = await client.do("send_message", chat_id=chat.id, text=fits, parse_mode="HTML")
    assert len(sent.text) == 2048
    for text, words in (
        ("📈" * 2048 + "x", "message is too long"),
        ("x" * 4097, "message is too long"),
        ("x" * 32769, "text is too long"),
    ):
        said = await client.refused("send_message", chat_id=chat.id, text=text)
        assert said == f"Bad Request: {words}"


async def test_an_empty_text_is_refused(tg, client, chat):
    said = await client.refused("send_message", chat_id=chat.id, text=" \n ")
    assert said == "Bad Request: text must be non-empty"
    _, answer = await raw(tg, "sendMessage", data={"chat_id": chat.id, "text": ""})
    assert answer["description"] == "Bad Request: message text is empty"


async def test_markdown_is_not_modelled_and_says_so(tg, chat):
    status, _ = await raw(
        tg, "sendMessage", data={"chat_id": chat.id, "text": "*x*", "parse_mode": "MarkdownV2"}
    )
    assert status == 501
    expect_unexpected(tg, "not modelled", "markdownv2")


async def test_an_unknown_parse_mode_is_refused(client, chat):
    said = await client.refused("send_message", chat_id=chat.id, text="x", parse_mode="BBCode")
    assert said == "Bad Request: unsupported parse_mode"


# Buttons


async def test_button_data_over_64_bytes_is_refused_whatever_its_letters(tg, client, chat):
    fits, too_long = "ж" * 32, "ж" * 32 + "x"
    markup = client.keyboard([("ok", fits)])
    await client.do("send_message", chat_id=chat.id, text="x", reply_markup=markup)
    markup = client.keyboard([("no", too_long)])
    said = await client.refused("send_message", chat_id=chat.id, text="x", reply_markup=markup)
    assert said == "Bad Request: BUTTON_DATA_INVALID"
    assert len(tg.messages(chat)) == 1


@pytest.mark.parametrize(
    ("button", "words"),
    [
        ({"text": "x"}, "can't parse inline keyboard button: Text buttons are unallowed"),
        ({"text": "x", "callback_data": ""}, "can't parse inline keyboard button: Text buttons"),
        ({"text": "x", "url": "http://"}, "button URL 'http://' is invalid: URL host is empty"),
        ({"text": "x", "url": "http://localhost/x"}, "is invalid: Wrong HTTP URL"),
        ({"text": "x", "copy_text": {"text": ""}}, "BUTTON_COPY_TEXT_INVALID"),
    ],
)
async def test_a_button_must_do_something_that_telegram_can_do(tg, chat, button, words):
    markup = json.dumps({"inline_keyboard": [[button]]})
    status, answer = await raw(
        tg, "sendMessage", data={"chat_id": chat.id, "text": "x", "reply_markup": markup}
    )
    assert status == 400
    assert words in answer["description"]


async def test_a_keyboard_without_buttons_is_no_keyboard(tg, client, chat):
    await client.do("send_message", chat_id=chat.id, text="x", reply_markup=client.keyboard([]))
    assert tg.messages(chat)[0].reply_markup is None


async def test_more_than_a_hundred_buttons_are_too_many(client, chat):
    rows = [[(str(n), str(n))] for n in range(101)]
    said = await client.refused(
        "send_message", chat_id=chat.id, text="x", reply_markup=client.keyboard(*rows)
    )
    assert said == "Bad Request: reply markup is too long"


# Edits and deletions


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
