"""The tools that set up exchange accounts and models, built from what they share."""

from dataclasses import dataclass
from decimal import Decimal

from core.credentials import Credentials
from core.ports import Clock, Ids, ModelClients, PaperBank, Records, VenueKeys
from core.tools.exchange_changes import ExchangeChanges
from core.tools.exchange_configs import ExchangeConfigsTool
from core.tools.exchange_planning import ExchangePlanning
from core.tools.exchange_removal import ExchangeRemoval
from core.tools.manage_exchange_config import ManageExchangeConfigTool
from core.tools.manage_model_config import ManageModelConfigTool
from core.tools.model_changes import ModelChanges
from core.tools.model_configs import ModelConfigsTool
from core.tools.models_snapshot import Models
from core.tools.paper_money import PaperMoney
from core.tools.registry import Tool
from core.trading.venue import Venues


@dataclass(frozen=True, kw_only=True, slots=True)
class Setup:
    """What things are set up with; `paper_balance` is what a reset gives."""

    credentials: Credentials
    clients: ModelClients
    keys: VenueKeys
    bank: PaperBank
    paper_balance: Decimal


def config_tools(
    records: Records, venues: Venues, clock: Clock, ids: Ids, models: Models, setup: Setup
) -> tuple[Tool, ...]:
    """get_ and manage_ of exchange accounts and of models."""
    of_models = ModelChanges(
        records=records,
        credentials=setup.credentials,
        clients=setup.clients,
        clock=clock,
        ids=ids,
        desk_model=models.worker,
    )
    planning = ExchangePlanning(
        records=records,
        credentials=setup.credentials,
        keys=setup.keys,
        clock=clock,
        ids=ids,
    )
    of_exchanges = ExchangeChanges(planning, venues)
    money = PaperMoney(
        records=records,
        venues=venues,
        bank=setup.bank,
        clock=clock,
        ids=ids,
        usual=setup.paper_balance,
    )
    return (
        ModelConfigsTool(records, setup.credentials, models, clock),
        ManageModelConfigTool(of_models, clock),
        ExchangeConfigsTool(records, setup.credentials, setup.keys, clock),
        ManageExchangeConfigTool(of_exchanges, ExchangeRemoval(of_exchanges), money),
    )
