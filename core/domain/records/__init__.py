"""Rows: what is kept, as frozen values. A store maps each class to one table with these columns.

Every id is text. Ids made by `Ids` sort by the time they were made, so `ORDER BY id` is the order
of making. JSON columns (annotated dict, list or tuple) hold JSON-able values only: decimals as
strings, times as RFC 3339. Times are aware UTC. The first field is the primary key.
"""

from core.domain.records.memory import (
    ExperienceRow,
    ModelUsage,
    ProfileChoice,
    TaskStateRow,
)
from core.domain.records.people import (
    AccessToken,
    Account,
    AuditEntry,
    Credential,
    Identity,
    ModelConfig,
    PairingRequest,
    Picture,
    Preference,
    Setting,
    WatchItem,
)
from core.domain.records.trades import (
    EquitySnapshot,
    ExchangeAccount,
    FillRow,
    LedgerRow,
    OrderRow,
    PaperAccountRow,
    PaperOpenOrderRow,
    PaperOrderRow,
    PaperPositionRow,
    RiskLimitsRow,
)
from core.domain.records.turns import (
    ConversationRow,
    InboxItem,
    MessageRow,
    OutboxItem,
    StepRow,
    Trace,
    Waiting,
    Workflow,
)
from core.domain.records.values import (
    Json,
    StepStatus,
    StepType,
    TradingState,
    WaitingStatus,
    WorkflowStatus,
)
from core.domain.records.writes import (
    Delete,
    Insert,
    Query,
    Update,
    Write,
)

__all__ = [
    "AccessToken",
    "Account",
    "AuditEntry",
    "ConversationRow",
    "Credential",
    "Delete",
    "EquitySnapshot",
    "ExchangeAccount",
    "ExperienceRow",
    "FillRow",
    "Identity",
    "InboxItem",
    "Insert",
    "Json",
    "LedgerRow",
    "MessageRow",
    "ModelConfig",
    "ModelUsage",
    "OrderRow",
    "OutboxItem",
    "PairingRequest",
    "PaperAccountRow",
    "PaperOpenOrderRow",
    "PaperOrderRow",
    "PaperPositionRow",
    "Picture",
    "Preference",
    "ProfileChoice",
    "Query",
    "RiskLimitsRow",
    "Setting",
    "StepRow",
    "StepStatus",
    "StepType",
    "TaskStateRow",
    "Trace",
    "TradingState",
    "Update",
    "Waiting",
    "WaitingStatus",
    "WatchItem",
    "Workflow",
    "WorkflowStatus",
    "Write",
]
