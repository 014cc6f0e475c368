"""Whole bots, run by the two frameworks' own pollers and webhook server, on the fake Telegram."""

import asyncio
from contextlib import asynccontextmanager

import aiogram
from aiogram.client.session.aiohttp import AiohttpSession
from aiogram.client.telegram import TelegramAPIServer
from aiogram.filters import CommandStart
from aiogram.types import CallbackQuery, InlineKeyboardButton, InlineKeyboardMarkup, Message
from aiogram.webhook.aiohttp_server import SimpleRequestHandler
from aiohttp import web
from telegram import InlineKeyboardButton as PtbButton
from telegram import InlineKeyboardMarkup as PtbMarkup
from telegram.ext import Application, CallbackQueryHandler, CommandHandler

from tests.doubles.telegram import FakeTelegram


async def talk(fake):
    """/start, then a press; the bot must ask and then edit its question into the answer."""
    ann = fake.user("Ann")
    chat = fake.private(ann)
    fake.push_text(ann, chat, "/start")
    question = await fake.said(chat, "Buy?")
    press = fake.press(ann, question, "Yes")
    assert await fake.said(chat, "Bought") is question
    await fake.wait_for(lambda: press.answered)
    assert press.answer.text == "ok"


def ptb_application(fake):
    async def start(update, _context):
        keyboard = PtbMarkup([[PtbButton("Yes", callback_data="y")]])
        await update.message.reply_text("Buy?", reply_markup=keyboard)

    async def pressed(update, _context):
        await update.callback_query.answer("ok")
        await update.callback_query.edit_message_text("<b>Bought</b>", parse_mode="HTML")

    builder = Application.builder().token(fake.token)
    application = builder.base_url(fake.base_url).base_file_url(fake.base_file_url).build()
    application.add_handler(CommandHandler("start", start))
    application.add_handler(CallbackQueryHandler(pressed))
    return application


def aiogram_dispatcher():
    dispatcher = aiogram.Dispatcher()

    @dispatcher.message(CommandStart())
    async def start(message: Message):
        button = InlineKeyboardButton(text="Yes", callback_data="y")
        await message.answer("Buy?", reply_markup=InlineKeyboardMarkup(inline_keyboard=[[button]]))

    @dispatcher.callback_query()
    async def pressed(query: CallbackQuery):
        await query.answer("ok")
        assert isinstance(query.message, Message)
        await query.message.edit_text("<b>Bought</b>", parse_mode="HTML")

    return dispatcher


@asynccontextmanager
async def aiogram_bot(fake):
    session = AiohttpSession(api=TelegramAPIServer.from_base(fake.url))
    bot = aiogram.Bot(fake.token, session=session)
    async with await session.create_session():
        yield bot


async def test_a_python_telegram_bot_application_polls():
    async with FakeTelegram(longest_poll=1) as fake, ptb_application(fake) as application:
        await application.start()
        await application.updater.start_polling()
        await talk(fake)
        await application.updater.stop()
        await application.stop()


async def test_an_aiogram_dispatcher_polls():
    async with FakeTelegram(longest_poll=1) as fake, aiogram_bot(fake) as bot:
        dispatcher = aiogram_dispatcher()
        polling = asyncio.create_task(
            dispatcher.start_polling(bot, handle_signals=False, close_bot_session=False)
        )
        await talk(fake)
        await dispatcher.stop_polling()
        await polling


async def test_an_aiogram_webhook_server_is_served():
    async with FakeTelegram() as fake, aiogram_bot(fake) as bot:
        app = web.Application()
        handler = SimpleRequestHandler(aiogram_dispatcher(), bot, secret_token="s3cret")
        handler.register(app, path="/hook")
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        port = runner.addresses[0][1]
        await bot.set_webhook(f"http://127.0.0.1:{port}/hook", secret_token="wrong")
        refused = fake.user("Bob")
        fake.push_text(refused, fake.private(refused), "/start")
        await fake.wait_for(lambda: fake.deliveries)
        assert fake.deliveries[0].status == 401
        await bot.set_webhook(f"http://127.0.0.1:{port}/hook", secret_token="s3cret")
        await talk(fake)
        await runner.cleanup()
