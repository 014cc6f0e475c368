"""What a bot can send to the fake Telegram, and what it is refused; seen by two foreign clients."""

import json

import aiohttp
import pytest
import telegram.error

from tests.doubles.telegram import FakeTelegram
from tests.doubles.telegram.api import HANDLERS
from tests.doubles.telegram.schema import METHODS
from tests.doubles.telegram_clients import connected, expect_unexpected, raw

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
