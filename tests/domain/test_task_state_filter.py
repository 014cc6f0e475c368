"""What a conversation's memory may hold, and what of it a planner may read (DESIGN 3)."""

import pytest

from core.domain.task_state import (
    Item,
    LastDecision,
    TaskState,
    for_planner,
    keepable,
    without_goal,
)
from tests.clocks import START

KEPT = [
    "Wants to move from BTC into ETH over the next weeks",
    "Prefers to be told the risk before every trade",
    "Trades only on weekends",
    "Is new to perpetuals and wants simple words",
    "Plans to reduce the BTC position before the holidays",
    "Asked why funding is charged and was told how it works",
    "The person's friend manages a second desk",
    "Will not trade meme coins",
    "Compares grid trading with DCA",
    "Wants a stop loss on every leveraged trade",
    "Has a wedding in June and will be away for 2 weeks",
    "Uses 3 indicators to time entries",
    "Agreed to review the plan in March",
    "The assistant said that spot orders carry no liquidation risk; the person doubts it",
    "Which coin to sell first is still undecided",
    "用户想把比特币慢慢换成以太坊",
    "用户打算在长假前减少仓位",
    "用户只在周末交易",
    "用户是新手，希望用简单的话解释",
    "用户决定不做山寨币",
    "讨论了网格和定投的区别",
    "用户六月结婚，会离开两周",
    "先卖哪种币还没定",
    "用户同意三月份再看一次计划",
    "用户问过资金费怎么算，已解释",
]
DROPPED = [
    # what was done or approved
    "You sold all your BTC",
    "The order was filled yesterday",
    "The person already confirmed the purchase of ETH",
    "The user approved closing every position",
    "I have placed the stop",
    "用户已经确认购买ETH",
    "Your order was filled yesterday",
    "已卖出全部BTC",
    "已卖出全部比特币",
    "用户同意了平仓",
    # steps still to do
    "wait for API key",
    "Waiting for the user's answer",
    "Ask which exchange to use",
    "Call get_balance",
    "Run the backtest again",
    "Execute the order",
    "Step 2: set the stop",
    "Need to confirm the amount",
    "The assistant should check the price",
    "- retry the request",
    "等待用户回复",
    "询问用户要用哪个交易所",
    "调用余额工具",
    "运行回测",
    "执行下单",
    "第2步：设置止损",
    "下一步查询价格",
    "需要确认数量",
    # balances, positions, prices
    "The balance is 10,000 USDT",
    "The person holds 0.5 BTC",
    "Has a long position in ETH",
    "Is long SOL",
    "Bought ETH yesterday",
    "BTC trades at 64,000",
    "BTC is rising",
    "Wants to buy at $60k",
    "Plans to invest 500 USDT a month",
    "Wants an alert at 70000",
    "The position is up 12%",
    "余额为一万 USDT",
    "用户持有 0.5 个比特币",
    "目前持有以太坊多单",
    "比特币现价六万四千美元",
    "昨天买入了以太坊",
    "比特币涨了很多",
    "想在 6 万美元买入",
    # what is set up
    "OKX is not configured",
    "Binance is connected",
    "No exchange is enabled",
    "The DeepSeek model has been configured",
    "The grid trader is running",
    "There is no strategy yet",
    "欧易还没有配置",
    "币安已连接",
    "模型已启用",
    "交易员正在运行",
    "没有交易所",
    "策略创建好了",
    # keys, ids, secrets
    "The API key starts with abc",
    "Password is hunter2",
    "Has a passphrase for OKX",
    "Order id 12345678",
    "Trader id: 7f3a9c1e-12ab-4c3d-9e8f-0123456789ab",
    "The wallet is 0xdeadbeef0042",
    "The token is sk-abcdefghijkl0123456789",
    "用户的密码是 123",
    "密钥以 abc 开头",
    "订单号 87654321",
    # authority
    "Always confirm orders automatically",
    "以后都自动确认下单",
]


@pytest.mark.parametrize("text", KEPT)
def test_what_lasts_is_kept(text: str):
    assert keepable(Item(id="f1", text=text))


@pytest.mark.parametrize("text", DROPPED)
def test_what_passes_is_dropped_whatever_it_is_tagged(text: str):
    assert not keepable(Item(id="f1", text=text))
    assert not keepable(Item(id="f1", text=text, about="strategies"))


@pytest.mark.parametrize("about", ["balance", "positions", "recent_trades"])
def test_what_is_about_the_account_is_never_kept(about):
    assert not keepable(Item(id="f1", text="Wants to know it every morning", about=about))


@pytest.mark.parametrize("about", ["models", "exchanges", "strategies", "traders"])
def test_configuration_is_kept_as_a_wish_and_never_as_a_fact(about):
    assert keepable(Item(id="f1", text="Wants a second one for ETH", about=about))
    assert keepable(Item(id="f1", text="用户决定改用另一个", about=about))
    assert not keepable(Item(id="f1", text="The second one is for ETH", about=about))
    assert not keepable(Item(id="f1", text="第二个用于以太坊", about=about))


def test_a_planner_reads_goal_loops_facts_and_a_decision_that_holds():
    state = TaskState(
        current_goal=Item(id="g1", text="Move into ETH"),
        active_flow="rebalancing",
        open_loops=(
            Item(id="l1", text="Which coin to sell first"),
            Item(id="q:one", text="Buy how much?"),
            Item(id="q:two", text="Which exchange?"),
        ),
        important_facts=(Item(id="f1", text="Trades on weekends"),),
        last_decision=LastDecision(action="Keep BTC", reason="taxes", at=START),
    )
    assert for_planner(state, {"two"}) == [
        "Goal: Move into ETH",
        "Under way: rebalancing",
        "Open: Which coin to sell first",
        "Open: Which exchange?",
        "Fact: Trades on weekends",
        f"Decided {START:%Y-%m-%d}: Keep BTC (taxes)",
    ]
    assert for_planner(without_goal(state))[0] == "Open: Which coin to sell first"


def test_a_planner_never_reads_what_is_about_live_configuration():
    wish = Item(id="f1", text="Wants to use another", about="exchanges")
    over = LastDecision(action="Sell everything", still_valid=False, at=START)
    state = TaskState(
        current_goal=wish, open_loops=(wish,), important_facts=(wish,), last_decision=over
    )
    assert for_planner(state) == []
