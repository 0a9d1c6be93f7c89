# Written by `npm run generate` from spec/. Do not edit.
"""Results of methods: dictionaries as in JSON, with the types of their fields."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict


# The status of an approval.
ApprovalState = Literal["pending", "allowed", "denied", "expired", "used"]


# A person's decision about a call.
ApprovalDecision = Literal["allow", "deny"]


# The calls that a decision covers.
ApprovalScope = Literal["once", "run", "always"]


# The kind of an archived entry.
ArchiveKind = Literal["news", "post", "video", "market", "social", "reminder"]


# The kinds of saved items to list.
BookmarkKindFilter = Literal["", "article", "video", "post", "link"]


# The kind of caller that made a call for the account.
LoggedCaller = Literal["session", "token", "program", "mcp", "agent", "work", "event", "app", "administrator"]


# How a call reached the server.
LoggedDoor = Literal["http", "cli", "mcp", "grpc", "gateway", "pages", "agent"]


# A contact field that can be cleared.
ContactField = Literal["email", "phone", "note"]


# How often an event recurs.
EventRepeat = Literal["hourly", "daily", "weekly", "monthly"]


# A new recurrence for an event.
EventRepeatChange = Literal["hourly", "daily", "weekly", "monthly", ""]


# The encoding used in JSON for file content that is not plain text.
FileEncoding = Literal["base64"]


# An action on a group.
GroupAction = Literal["invite", "accept", "decline", "remove", "role", "rename", "delete"]


# The day from which to list stories.
NewsDay = Literal["today"]


# The origin of a conversation with the agent, used as a filter.
RecallClient = Literal["web", "mail", "cli"]


# The channel of a message.
SmsChannel = Literal["sms", "whatsapp"]


# The assignee of a task.
TaskAssignee = Literal["me", "agent"]


# The status of a task. Any status can follow any other. A task that is not done counts as open.
TaskStatus = Literal["todo", "doing", "done", "failed", "blocked"]


# An action on a thread.
InboxAction = Literal["mark_read", "mark_unread"]


# The format of a file.
UrlExportFormat = Literal["csv", "json"]


# The format of a picture.
UrlQrFormat = Literal["svg", "png"]


# The share of a QR code that may be dirty or covered before it becomes unreadable. Higher levels make the code denser.
UrlQrCorrection = Literal["low", "medium", "quartile", "high"]


# The status of a piece of work.
WorkStatus = Literal["todo", "doing", "done", "failed", "blocked", "cancelled"]


# An action on existing work.
WorkAction = Literal["retry", "cancel"]


# The calendar period of a budget, in the account's time zone.
AgentBudgetPeriod = Literal["day", "month"]


# What a rule decides about the calls that match it.
AgentRuleDecision = Literal["allow", "ask", "deny"]


# The recipients to which a rule applies.
AgentRuleRecipients = Literal["known", "unknown"]


# The kind of caller that proposed a call.
ApprovalCaller = Literal["agent", "work", "event", "app", "mcp", "token"]


# Status of a build. `complete` and `failed` are final.
AppBuildState = Literal["queued", "generating", "validating", "saving", "complete", "failed"]


# Where the text of a record comes from, if not from the caller.
TextOrigin = Literal["others"]


# The kind of saved item.
BookmarkKind = Literal["article", "video", "post", "link"]


# The kind of chat room.
ChatRoomKind = Literal["post", "news", "video", "topic", "group", "direct"]


# Direction of a message.
MessageDirection = Literal["incoming", "outgoing"]


# Delivery status of a sent message.
MessageDelivery = Literal["delivered", "queued", "failed"]


# Status of an event.
EventState = Literal["upcoming", "past"]


# Nutri-Score, from best to worst.
FoodGrade = Literal["A", "B", "C", "D", "E"]


# The degree of processing, according to the four groups of the NOVA classification.
FoodProcessing = Literal["unprocessed", "culinary_ingredient", "processed", "ultra_processed"]


# A member's role in a group.
GroupRole = Literal["member", "admin", "owner"]


# The origin of a picture.
ImageOrigin = Literal["uploaded", "generated", "daily"]


# The collection of a passage: the first part of its path.
IslamCollection = Literal["quran", "hadith", "names", "seerah", "ghazali", "islamqa", "adhkar", "salihin"]


# The style of a map.
MapStyle = Literal["road", "outdoor", "light"]


# The unit to which a price applies.
MarketUnit = Literal["unit", "share", "barrel", "troy_ounce", "pound", "bushel"]


# The kind of instrument.
MarketCategory = Literal["crypto", "stocks", "commodities", "futures", "currencies"]


# The sixteen points of the compass.
CompassPoint = Literal["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]


# The calculation method: the sun angles for Fajr and Isha, and the precautionary minutes that the authority adds in
# its published tables.
PrayerMethod = Literal["isna", "mwl", "egypt", "karachi", "gulf", "diyanet", "muis", "jakim", "umm_al_qura", "dubai", "qatar", "kuwait", "moonsighting", "tehran", "morocco"]


# The rule for the beginning of the afternoon prayer.
PrayerAsr = Literal["shafi", "hanafi"]


# The limit on how early Fajr and how late Isha can be on short nights, as a fraction of the night from sunset to
# sunrise.
PrayerHighLatitude = Literal["angle", "middle", "seventh"]


# The five daily prayers.
PrayerName = Literal["fajr", "dhuhr", "asr", "maghrib", "isha"]


# A day without sunrise or sunset.
PrayerPolar = Literal["day", "night"]


# The origin of a conversation with the agent.
RecallPlace = Literal["web", "mail", "cli", "other"]


# The role of a message's author.
RecallRole = Literal["owner", "agent", "other"]


# A mode of travel.
RouteMode = Literal["drive", "walk", "cycle", "transit"]


# The status of a message.
SmsStatus = Literal["queued", "sent", "delivered", "failed", "received"]


# The kind of thread in the inbox.
InboxThreadKind = Literal["agent", "mail", "sms", "chat", "work", "reminder"]


# The encoding of bytes as text.
UrlContentEncoding = Literal["text", "base64"]


# A day of the week.
Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


# The meaning of an argument.
ApprovalArgumentKind = Literal["object", "recipient", "visibility", "address", "setting", "text", "instructions", "secret"]


# How an app was made.
AppOriginKind = Literal["created", "build", "fork"]


# The meaning of an emergency transponder code. Emergency codes are sometimes set by mistake.
FlightEmergency = Literal["unlawful_interference", "radio_failure", "general"]


# Status of a scheduled flight.
FlightState = Literal["scheduled", "active", "landed", "cancelled", "diverted", "incident", "unknown"]


# The rating scheme that applies to a business.
FoodHygieneScheme = Literal["FHRS", "FHIS"]


# The reference amount for nutrition values.
FoodBasis = Literal["g", "ml"]


# The kind of disaster.
HazardKind = Literal["cyclone", "flood", "volcano", "wildfire", "earthquake", "tsunami", "drought", "other"]


# The expected humanitarian impact, from least to most severe.
HazardLevel = Literal["green", "orange", "red"]


# The severity of a flood message, from most to least severe.
HazardFloodSeverity = Literal["severe_warning", "warning", "alert"]


# The colours of an impact estimate, from least to most severe.
HazardImpact = Literal["green", "yellow", "orange", "red"]


# A kind of device.
UrlDevice = Literal["desktop", "mobile", "tablet", "other"]


# The role of a message's author.
InboxRole = Literal["owner", "agent", "other"]


class PaymentsTopUp(TypedDict):
    """The result of a top-up."""

    # Credits added to the balance.
    credits: int


class AgentAnswer(TypedDict):
    """The agent's reply."""

    # Text of the agent's reply. The text is never empty.
    text: str
    # Id of the thread. Send it with the next prompt to continue the conversation.
    thread: str
    # Calls that the agent made, in chronological order.
    calls: List[AgentCall]
    # Total cost in credits of the agent's calls and of the language model's tokens.
    cost_credits: float


class AgentChoice(TypedDict):
    """Something that the user chose, so that the agent may act on it without approval."""

    # Name of the method that may act on the object, such as `chat.send`.
    operation: str
    # Id, recipient or address that the method may act on, exactly as given in the call.
    object: str


class NamedAgentAdded(TypedDict):
    """The stored agent."""

    # The agent.
    agent: NamedAgent
    # True if the agent is new, false if an existing agent was changed.
    is_new: bool


class _AgentBudgetRequired(TypedDict):
    # The period.
    period: AgentBudgetPeriod


class AgentBudget(_AgentBudgetRequired, total=False):
    """How much an agent may use in a period. Anything that is omitted is unlimited."""

    # Tokens used with language models.
    tokens: int
    # Credits.
    credits: float
    # Method calls.
    calls: int


class _AgentRuleRequired(TypedDict):
    # The decision.
    decision: AgentRuleDecision


class AgentRule(_AgentRuleRequired, total=False):
    """A rule for an agent's calls. A rule matches a call if all its conditions hold; if several rules match, the strictest
    applies.
    """

    # Name of the method, such as `mail.send`.
    operation: str
    # What the call does, such as `sends to a person`.
    effect: str
    # Id, recipient or address given in an argument.
    object: str
    # Whether the recipients are contacts.
    recipients: AgentRuleRecipients
    # The call costs more credits than this, or its price is not known in advance.
    above_credits: float
    # Hours during which the rule applies.
    hours: AgentRuleHours


class _ApprovalPageRequired(TypedDict):
    # Entries on this page.
    items: List[Approval]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int


class ApprovalPage(_ApprovalPageRequired, total=False):
    """Approvals, newest first."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int


class _ApprovalRequired(TypedDict):
    # Id of the approval.
    id: str
    # Status of the approval.
    status: ApprovalState
    # Alias of `status`.
    state: ApprovalState
    # Name of the method, such as `notes.delete`.
    method: str
    # The question that the person is asked.
    title: str
    # Who wants to make the call, and why it needs approval.
    reason: str
    # Kind of caller that proposed the call.
    caller: ApprovalCaller
    # Exact arguments of the call.
    arguments: List[ApprovalArgument]
    # Maximum cost of the call in credits.
    cost_credits: float
    # Whether `agent.decide` needs the account's password to allow the call.
    is_password_required: bool
    # When the call was proposed.
    created: str
    # Time limit for the decision or, once the call is allowed, for making it.
    expires: str


class Approval(_ApprovalRequired, total=False):
    """A call that needs a person's approval."""

    # Which content would go where; absent if nothing would leave the account.
    destination: str
    # Id of the run that proposed the call; absent for a call without a run.
    run: str
    # When a person decided; absent if nobody has.
    decided: str


class ApprovalDecided(TypedDict):
    """The decided approval."""

    # The approval.
    approval: Approval


class NamedAgentDeleted(TypedDict):
    """The deleted agent."""

    # Name of the agent.
    name: str


class NamedAgentList(TypedDict):
    """Named agents, sorted by name."""

    # The entries of the list.
    items: List[NamedAgent]


class _AppBuildAcceptedRequired(TypedDict):
    # Id of the build. Pass it to `apps.buildstatus` or `apps.read`.
    id: str
    # Status of the build.
    status: AppBuildState
    # Alias of `status`.
    state: AppBuildState
    # Beginning of the app's description, at most 200 characters.
    snippet: str
    # Cost of the build in credits. The cost is 0 until the build is complete, and stays 0 if the build fails.
    cost_credits: float
    # URL to poll for the status, with the same credentials. For a build that was paid for without an account, the URL of
    # a page that needs no credentials.
    status_url: str
    # Number of attempts so far, at most three.
    attempts: int
    # Number of times the build was resumed after a server restart.
    recoveries: int
    # When the build was requested.
    created: str
    # When the status last changed.
    updated: str
    # Description of the app, or of the change to an existing app.
    prompt: str
    # True if a new build was queued, false if an earlier build matches the request.
    is_new: bool


class AppBuildAccepted(_AppBuildAcceptedRequired, total=False):
    """The build that was started, or an earlier build that matches the request."""

    # Reason why the build failed. Present only if the build failed.
    error: str
    # Slug of the app that the build changes. Absent if the build creates a new app.
    changes: str
    # Whether the finished app was tested in a browser before it was saved. False if the server has no browser. Absent
    # until the build is complete.
    is_tried: bool
    # Slug of the finished app.
    slug: str
    # Name of the finished app.
    name: str
    # URL that opens the finished app.
    url: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class AppBuildList(TypedDict):
    """A complete list."""

    # The entries of the list.
    items: List[AppBuildSummary]


class _AppBuildRequired(TypedDict):
    # Id of the build. Pass it to `apps.buildstatus` or `apps.read`.
    id: str
    # Status of the build.
    status: AppBuildState
    # Alias of `status`.
    state: AppBuildState
    # Beginning of the app's description, at most 200 characters.
    snippet: str
    # Cost of the build in credits. The cost is 0 until the build is complete, and stays 0 if the build fails.
    cost_credits: float
    # URL to poll for the status, with the same credentials. For a build that was paid for without an account, the URL of
    # a page that needs no credentials.
    status_url: str
    # Number of attempts so far, at most three.
    attempts: int
    # Number of times the build was resumed after a server restart.
    recoveries: int
    # When the build was requested.
    created: str
    # When the status last changed.
    updated: str
    # Description of the app, or of the change to an existing app.
    prompt: str


class AppBuild(_AppBuildRequired, total=False):
    """A build, which creates an app from a description. Builds survive server restarts."""

    # Reason why the build failed. Present only if the build failed.
    error: str
    # Slug of the app that the build changes. Absent if the build creates a new app.
    changes: str
    # Whether the finished app was tested in a browser before it was saved. False if the server has no browser. Absent
    # until the build is complete.
    is_tried: bool
    # Slug of the finished app.
    slug: str
    # Name of the finished app.
    name: str
    # URL that opens the finished app.
    url: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class AppList(TypedDict):
    """A complete list."""

    # The entries of the list.
    items: List[AppSummary]


class _AppRequired(TypedDict):
    # Id of the app. Edits do not change the id.
    id: str
    # Path of the app under `/apps/`. Methods use the slug to identify the app.
    slug: str
    # Name shown above the app.
    name: str
    # Purpose of the app. If no description was given, this is the app's name.
    description: str
    # Tags in lower case.
    tags: List[str]
    # Whether anyone can open the app. If false, only its owner can open it.
    public: bool
    # Price in credits that people other than the owner pay each time they open the app. 0 means that the app is free.
    price_credits: float
    # Number of times people other than the owner have opened the app.
    uses: int
    # Size of the source in bytes.
    size_bytes: int
    # URL that opens the app.
    url: str
    # Origin of the app.
    origin: AppOrigin
    # When the app was first saved.
    created: str
    # When the app was last edited.
    updated: str


class App(_AppRequired, total=False):
    """A saved app without its source. To read the source, the owner calls `apps.read`."""

    # URL of the app's icon, an SVG document. Absent if the app has no icon.
    icon_url: str
    # The owner's username. Absent if the app was paid for without an account.
    author: str
    # The app's icon, an SVG document. Absent if the app has no icon.
    icon: str


class _AppEditedRequired(TypedDict):
    # Id of the app. Edits do not change the id.
    id: str
    # Path of the app under `/apps/`. Methods use the slug to identify the app.
    slug: str
    # Name shown above the app.
    name: str
    # Purpose of the app. If no description was given, this is the app's name.
    description: str
    # Tags in lower case.
    tags: List[str]
    # Whether anyone can open the app. If false, only its owner can open it.
    public: bool
    # Price in credits that people other than the owner pay each time they open the app. 0 means that the app is free.
    price_credits: float
    # Number of times people other than the owner have opened the app.
    uses: int
    # Size of the source in bytes.
    size_bytes: int
    # URL that opens the app.
    url: str
    # Origin of the app.
    origin: AppOrigin
    # When the app was first saved.
    created: str
    # When the app was last edited.
    updated: str
    # Names of the arguments that changed the app, in alphabetical order. Empty if nothing changed.
    changed: List[str]


class AppEdited(_AppEditedRequired, total=False):
    """The app after an edit."""

    # URL of the app's icon, an SVG document. Absent if the app has no icon.
    icon_url: str
    # The owner's username. Absent if the app was paid for without an account.
    author: str
    # The app's icon, an SVG document. Absent if the app has no icon.
    icon: str


class AppEmbed(TypedDict):
    """Data for embedding an app in a conversation."""

    # Slug of the app.
    slug: str
    # Name to show above the frame.
    name: str
    # Purpose of the app.
    description: str
    # URL that opens the app on a separate page.
    url: str
    # URL of the page to load in a frame. The page checks the viewer's access: only the owner can see a private app.
    frame_url: str
    # Value of the frame's `sandbox` attribute. The framed page comes from this server and shows the app in an inner
    # frame, which has a stricter sandbox and an opaque origin.
    sandbox: str
    # Line of text to show where frames are not supported.
    text: str


class _AppReadingRequired(TypedDict):
    # Whether the app, or the build, is the caller's own.
    mine: bool
    # Summary as text: the app's name, author, description, tags and URL, or the status of the build.
    text: str


class AppReading(_AppReadingRequired, total=False):
    """An app, a build, or a complete build with its app."""

    # The app. Absent if the build is not complete.
    app: App
    # The build. Present only if the argument is the id of a build.
    build: AppBuild
    # The app's source. Present only if the caller owns the app.
    html: str


class AppTestReport(TypedDict):
    """The result of an app check."""

    # Slug of the checked app.
    slug: str
    # Whether the source has no faults and every call is valid.
    passed: bool
    # Faults in the source, sorted by line.
    issues: List[AppIssue]
    # Method calls found in the source, sorted by line. The app may make other calls too.
    calls: List[AppCallCheck]
    # The report as text.
    text: str


class _ArchiveListingRequired(TypedDict):
    # Entries of the requested kind, newest first. Empty if `kind` is omitted.
    items: List[ArchiveEntry]
    # Number of entries of the requested kind. If `kind` is omitted, the number of entries of each kind that has any,
    # largest first.
    kinds: List[ArchiveKindCount]
    # Result as text. Each line contains the id, day, source and title of an entry, or a kind and its number of entries.
    text: str


class ArchiveListing(_ArchiveListingRequired, total=False):
    """Entries of one kind, or the number of entries of each kind."""

    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _ArchiveEntryRequired(TypedDict):
    # Id of the entry, identical to the id of the article, post or other item. `bookmarks.add` accepts it as `ref`.
    id: str
    # Kind of the entry.
    kind: ArchiveKind
    # Title, or the beginning of the text if the item has no title.
    title: str
    # Beginning of the text as a single line of plain text, at most 300 characters.
    snippet: str
    # Publisher of the item: a feed, a channel, a market data provider, or a username.
    source: str
    # When the item was published or, for a price, when it was quoted. The item may have been archived later.
    published: str


class ArchiveEntry(_ArchiveEntryRequired, total=False):
    """An archived item that was published by a service."""

    # Full URL of the item's page. Absent if the item has no page.
    url: str
    # Attribution to show with the entry. Absent if the source does not require attribution.
    attribution: str


class _BlogPostEntryRequired(TypedDict):
    # Id of the post.
    id: str
    # Title, as given by the author or derived from the content.
    title: str
    # Beginning of the content as a single line of plain text, at most 200 characters.
    snippet: str
    # Tags, in the order given, without duplicates.
    tags: List[str]
    # The author's username.
    author: str
    # Whether the caller is the author. Only the author can change or delete the post.
    mine: bool
    # Whether everyone can see the post. If false, only its author can see it.
    public: bool
    # The opposite of `public`.
    private: bool
    # When the post was published.
    created: str
    # When the post was last changed.
    updated: str


class BlogPostEntry(_BlogPostEntryRequired, total=False):
    """A post as shown in lists, without its content."""

    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class Deleted(TypedDict):
    """The deleted record."""

    # Id of the deleted record.
    id: str
    # Always true.
    deleted: bool


class _BlogPostListRequired(TypedDict):
    # Posts, newest first.
    items: List[BlogPostEntry]
    # Total number of posts that the caller can see, including those on other pages.
    total: int


class BlogPostList(_BlogPostListRequired, total=False):
    """One page of posts, newest first, and the total number of posts."""

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _BlogPostRequired(TypedDict):
    # Id of the post.
    id: str
    # Title, as given by the author or derived from the content.
    title: str
    # Content in Markdown, as written by the author.
    content: str
    # The post as readable text: the title as a heading, then the author and date, then the content.
    text: str
    # Tags, in the order given, without duplicates.
    tags: List[str]
    # The author's username.
    author: str
    # Whether the caller is the author. Only the author can change or delete the post.
    mine: bool
    # Whether everyone can see the post. If false, only its author can see it.
    public: bool
    # The opposite of `public`.
    private: bool
    # When the post was published.
    created: str
    # When the post was last changed.
    updated: str


class BlogPost(_BlogPostRequired, total=False):
    """A post in full."""

    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class BookmarkSaved(TypedDict):
    # The saved item.
    bookmark: Bookmark
    # True if the item is new, false if it was already saved.
    is_new: bool


class _BookmarkRequired(TypedDict):
    # Id of the saved item. The id does not change when the item is saved again.
    id: str
    # Kind of item.
    kind: BookmarkKind
    # URL of the item, without the fragment. The URL is unique among the caller's bookmarks.
    url: str
    # Title that the item had when it was saved, which is kept if the item is changed or deleted later. If no title was
    # given, this is the URL.
    title: str
    # Publisher of the item: the host name in the URL, or the name of the archived source.
    source: str
    # When the item was first saved.
    created: str
    # When the item or its note was last changed.
    updated: str


class Bookmark(_BookmarkRequired, total=False):
    """A saved item. Only the caller can see it."""

    # Id of the archived item that was saved. Absent if the item was saved by URL.
    ref: str
    # Beginning of the archived text, as it was when the item was saved, at most 2,000 characters. Like the title, the
    # excerpt is kept if the item is deleted. Absent if the item was saved by URL.
    excerpt: str
    # The caller's private note.
    note: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class BookmarkDetail(TypedDict):
    """A saved item with its readable text."""

    # The saved item.
    bookmark: Bookmark
    # The item as readable text: its title, URL, archived text (at most 12,000 characters) and private note. For a video,
    # the archived text is the description, not a transcript. If the item is no longer in the archive, the excerpt is
    # used instead.
    text: str


class _BookmarkPageRequired(TypedDict):
    # Entries on this page.
    items: List[Bookmark]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int


class BookmarkPage(_BookmarkPageRequired, total=False):
    """One page of a list of any length. To go beyond the first 100,000 entries, use `cursor` instead of `offset`.
    """

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`, without `offset`. Absent on the last page.
    next_cursor: str
    # The `offset` of the next page; absent on the last page and beyond the maximum offset.
    next_offset: int


class _BrowserPageRequired(TypedDict):
    # Final URL after redirects.
    url: str
    # HTTP status of the page. For example, 403 or 404 means that the page is an error page.
    status: int
    # Visible text of the page, with whitespace collapsed, at most 40,000 characters.
    text: str
    # Whether the page has more text than `text` contains.
    is_truncated: bool
    # When the page was read.
    as_of: str


class BrowserPage(_BrowserPageRequired, total=False):
    """A web page as rendered by a browser."""

    # Title of the page. Absent if the page has no title.
    title: str


class _BrowserShotRequired(TypedDict):
    # URL of the screenshot, a PNG image. Anyone who has the URL can open the screenshot.
    url: str
    # Final URL after redirects.
    page_url: str
    # HTTP status of the page. For example, 403 or 404 means that the page is an error page.
    status: int
    # Width of the screenshot in pixels.
    width_px: int
    # Height of the screenshot in pixels.
    height_px: int
    # Whether the page is taller than the screenshot. The maximum height of a screenshot is 16,384 pixels.
    is_truncated: bool
    # When the screenshot will be deleted: 24 hours after it was taken.
    expires: str
    # When the screenshot was taken.
    as_of: str


class BrowserShot(_BrowserShotRequired, total=False):
    """A screenshot of a web page."""

    # Title of the page. Absent if the page has no title.
    title: str


class _LoggedCallPageRequired(TypedDict):
    # Calls on this page.
    items: List[LoggedCall]


class LoggedCallPage(_LoggedCallPageRequired, total=False):
    """Calls made for the account, newest first."""

    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _LoggedCallRequired(TypedDict):
    # Position in the account's log. The first call has number 1, and each later call the next number.
    number: int
    # Id of the request, as in the `X-Request-Id` header of its response.
    request_id: str
    # Called method, such as `notes.add`.
    operation: str
    # Kind of caller that made the call.
    caller: LoggedCaller
    # Whether the call succeeded.
    ok: bool
    # Whether the response was that of an earlier call with the same `Idempotency-Key`.
    is_replay: bool
    # When the call ended.
    ended: str
    # Hash of the entries that were stored together with this one, and of the `hash` of the entries before them.
    hash: str


class LoggedCall(_LoggedCallRequired, total=False):
    """A call in the log. Arguments and results are not stored."""

    # Id, name or address of the object that the call acted on, at most 200 characters.
    object: str
    # Hash of the arguments without secrets, in hexadecimal: calls to the same method with the same hash had the same
    # arguments. The hash also depends on a secret of the server, so that nobody can guess the arguments from it. Absent
    # if the call failed before its arguments were checked, or if they contained a file of more than 64 KiB.
    arguments_hash: str
    # How the call reached the server. Absent if the call was made before the log recorded this.
    door: LoggedDoor
    # Name of the agent, app or administrator that made the call.
    caller_name: str
    # Id of the agent, event, app or administrator that made the call. The id stays the same if the caller is renamed.
    caller_id: str
    # Id of the token, session or app grant that the call was made with.
    credential_id: str
    # Id of the agent's run that the call belongs to.
    run_id: str
    # Id of the approval that the call used or is waiting for.
    approval_id: str
    # Call that undoes this one. Absent if the call failed, or if its method has no such counterpart.
    undo: LoggedUndo
    # Code of the error, `cancelled` if the caller disconnected before the call ended, or `unfinished` if the server
    # stopped after it had stored the call's changes. Absent if the call succeeded.
    code: str
    # Amount charged for the call in credits. Absent if the server stopped during the call.
    cost_credits: float
    # Duration of the call in milliseconds. Absent if the server stopped during the call.
    duration_ms: float


class ChatConversation(TypedDict):
    """Recent messages in a room."""

    # Id of the room.
    room: str
    # Messages, oldest first. The list contains the latest 100 messages, or the 100 messages that precede the one given
    # in `before`. It is shorter if these messages exceed 200,000 characters in total.
    messages: List[ChatMessage]
    # Number of earlier messages in the room. Counting stops at 10,000.
    omitted: int


class _ChatRoomListRequired(TypedDict):
    # The entries of the list.
    items: List[ChatRoom]
    # Total number of rooms, including those on other pages. Counting stops at 10,000.
    total: int


class ChatRoomList(_ChatRoomListRequired, total=False):
    """A complete list."""

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _ChatRoomRequired(TypedDict):
    # Id of the room, such as `topic_gardening`. For a direct conversation, the id is `direct:` followed by both
    # usernames in alphabetical order.
    id: str
    # Kind of room.
    kind: ChatRoomKind
    # Title of the post, article, video, topic or group, or the other person's username.
    title: str


class ChatRoom(_ChatRoomRequired, total=False):
    """A chat room."""

    # Number of messages since the account last opened the room at `/chat` or posted in it, at most 100. Absent for calls
    # without an account, and for public rooms that the account has neither opened nor posted in. This number is private.
    # Other people cannot see what an account has read or is reading.
    unread: int
    # When the last message was posted. Absent if the room has no messages.
    last_activity: str


class ChatSent(TypedDict):
    """The posted message."""

    # The message as it was stored.
    message: ChatMessage


_StoredMessageRequiredFields = TypedDict(
    "_StoredMessageRequiredFields",
    {
        # Id of the message.
        "id": "str",
        # Thread that the message belongs to: a mail thread's id, a phone number or a room.
        "thread": "str",
        # Whether the message was received or sent.
        "direction": "MessageDirection",
        # Sender: an address, a phone number or a username.
        "from": "str",
        # Recipients, in the same form as `from`; empty if the caller was a Bcc recipient.
        "to": "List[str]",
        # The whole message as plain text.
        "text": "str",
        # Channel of the message, such as `sms`, `whatsapp`, `mail` or `chat`.
        "channel": "str",
        # When the message was sent or received.
        "created": "str",
    },
    total=True,
)


class _StoredMessageRequired(_StoredMessageRequiredFields):
    pass


class StoredMessage(_StoredMessageRequired, total=False):
    """A stored message, in the format shared by mail, SMS and chat."""

    # Cc recipients; only for mail.
    cc: List[str]
    # Subject line; only for mail.
    subject: str
    # The message as HTML, as received and not sanitised; only for mail with an HTML part.
    html: str
    # Names, types and sizes of the attached files; only for mail.
    attachments: List[MessageAttachment]
    # `Message-ID` of the message; only for mail.
    message_id: str
    # `Message-ID` of the message that this message replies to; only for mail.
    in_reply_to: str
    # `Message-ID`s of the earlier messages in the thread, oldest first; only for mail.
    references: List[str]
    # Whether SPF, DKIM and DMARC verified the sender's domain; only for mail from outside this instance.
    sender_verified: bool
    # Delivery status; only for messages that the caller sent.
    delivery: MessageDelivery
    # Reason why the caller's message was not delivered; absent if delivery did not fail.
    delivery_error: str


class _ChatSourcePageRequired(TypedDict):
    # Entries on this page.
    items: List[StoredMessageRef]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int


class ChatSourcePage(_ChatSourcePageRequired, total=False):
    """One page of a list of any length. To go beyond the first 100,000 entries, use `cursor` instead of `offset`.
    """

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`, without `offset`. Absent on the last page.
    next_cursor: str
    # The `offset` of the next page; absent on the last page and beyond the maximum offset.
    next_offset: int


class StoredMessageRef(TypedDict):
    """A reference to a stored message."""

    # Id of the message, used to read it.
    id: str
    # When the message was sent or received.
    created: str


class ContactSaved(TypedDict):
    # The stored contact.
    contact: Contact
    # True if the contact is new, false if an existing contact was updated.
    is_new: bool


class ContactMatches(TypedDict):
    """Matching contacts."""

    # Contacts, sorted by name, at most 500. If more contacts match, only the most recently added are returned.
    items: List[Contact]
    # Whether more contacts match than `items` contains. To narrow the search, use a longer query;
    # `contacts.list` returns all contacts.
    is_truncated: bool


class ContactList(TypedDict):
    """A complete list."""

    # The entries of the list.
    items: List[Contact]


class _DocumentListRequired(TypedDict):
    # Documents, most recently changed first.
    items: List[DocumentEntry]
    # Total number of the caller's matching documents, including those on other pages.
    total: int


class DocumentList(_DocumentListRequired, total=False):
    """One page of documents, most recently changed first, and the total number of documents."""

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _DocumentEntryRequired(TypedDict):
    # Id of the document. The id does not change when the document is replaced.
    id: str
    # Title of the document. Titles need not be unique.
    title: str
    # Beginning of the content as a single line of plain text, at most 200 characters.
    snippet: str
    # Length of the content in characters (Unicode code points).
    length: int
    # Whether every account on this instance can read the document by its id.
    public: bool
    # When the document was created.
    created: str
    # When the document was last written.
    updated: str


class DocumentEntry(_DocumentEntryRequired, total=False):
    """A document as shown in lists, without its content."""

    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class _DocumentRequired(TypedDict):
    # Id of the document. The id does not change when the document is replaced.
    id: str
    # Title of the document. Titles need not be unique.
    title: str
    # Content in Markdown, as written by the author.
    content: str
    # The document as readable text: the title as a heading, followed by the content.
    text: str
    # Whether every account on this instance can read the document by its id.
    public: bool
    # The author's username.
    author: str
    # Whether the caller is the author. Only the author can replace or delete the document.
    mine: bool
    # When the document was created.
    created: str
    # When the document was last written.
    updated: str


class Document(_DocumentRequired, total=False):
    """A document in full."""

    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class DocumentSaved(TypedDict):
    # The stored document, without its content.
    document: DocumentEntry
    # True if the document is new, false if an existing document was replaced.
    is_new: bool


class _CalendarEventRequired(TypedDict):
    # Id of the event. Updates do not change the id.
    id: str
    # Title of the event.
    title: str
    # Status of the event.
    status: EventState
    # Alias of `status`.
    state: EventState
    # When the event next fires. For an event that will not fire again, this is when it was last due.
    when: str
    # Duration in minutes.
    minutes: int
    # Local time of `when` in `timezone`, in RFC 3339 format with the zone's offset at that time, such as
    # `2026-11-23T18:00:00+00:00`.
    when_local: str
    # Time zone in which a recurring event keeps its local time when daylight-saving time begins or ends: an IANA time
    # zone such as `Europe/London`, or an offset such as `+01:00`.
    timezone: str
    # When the event was created.
    created: str
    # When the owner last changed the event.
    updated: str


class CalendarEvent(_CalendarEventRequired, total=False):
    """A reminder, with an optional prompt for the agent."""

    # Recurrence of the event. Absent if the event does not recur, or if it recurs by `rrule` or on `rdates`.
    repeat: EventRepeat
    # Recurrence rule of the event, as in iCalendar (RFC 5545), such as `FREQ=WEEKLY;BYDAY=MO,WE`. Its `UNTIL` is in UTC.
    # Absent if the event does not recur, or if `repeat` describes its recurrence.
    rrule: str
    # Occurrences that do not take place, earliest first. Absent if there are none.
    exdates: List[str]
    # Occurrences in addition to those of `repeat` or `rrule`, earliest first. Absent if there are none.
    rdates: List[str]
    # First occurrence, from which the recurrence is counted. Absent if the event does not recur.
    series_start: str
    # Note to show with the event.
    note: str
    # Prompt that the agent runs when the event fires.
    prompt: str
    # When the event last fired. Absent if the event has not fired yet.
    last_fired: str
    # Why the prompt failed when the event last fired. Absent if the prompt succeeded or is still running, or if the
    # event has no prompt.
    last_error: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


_EventFreeTimeFields = TypedDict(
    "_EventFreeTimeFields",
    {
        # Free periods, earliest first, at most 1,000.
        "items": "List[EventFreeSlot]",
        # Whether more free periods exist than `items` contains. To get the rest, search again from the end of the last
        # period.
        "is_truncated": "bool",
        # Start of the period that was searched.
        "from": "str",
        # End of the period that was searched.
        "to": "str",
        # Time zone of the working hours: an IANA time zone such as `Europe/London`, or an offset such as `+01:00`.
        "timezone": "str",
        # The first 20 free periods as text, in local time.
        "text": "str",
    },
    total=True,
)


class EventFreeTime(_EventFreeTimeFields):
    """Free time within working hours."""


class _CalendarEventPageRequired(TypedDict):
    # Entries on this page.
    items: List[CalendarEvent]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int


class CalendarEventPage(_CalendarEventPageRequired, total=False):
    """One page of a list, by offset."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int


class _DriveFileTextRequired(TypedDict):
    # Id of the file in the drive. Pass it to `files.driveread` to read the file.
    id: str
    # Name of the file.
    name: str
    # Content type reported by the drive. Native documents have content types specific to the drive.
    type: str
    # Content type of the text: `text/plain`, `text/csv`, `application/json` or another text type.
    text_type: str
    # Text of the file, at most 1 MiB.
    text: str
    # Whether the file contains more text than was returned.
    is_truncated: bool


class DriveFileText(_DriveFileTextRequired, total=False):
    """A file in the connected drive, with its text."""

    # Size in bytes. Absent for the drive's native documents, which have no size.
    size_bytes: int
    # URL that opens the file in the drive.
    url: str
    # When the file was last changed.
    updated: str


class _DriveFilePageRequired(TypedDict):
    # Files on this page.
    items: List[DriveFile]


class DriveFilePage(_DriveFilePageRequired, total=False):
    """One page of search results from the connected drive."""

    # Cursor for the next page. Send it as `page`. Absent on the last page.
    next_cursor: str


class _DriveFileRequired(TypedDict):
    # Id of the file in the drive. Pass it to `files.driveread` to read the file.
    id: str
    # Name of the file.
    name: str
    # Content type reported by the drive. Native documents have content types specific to the drive.
    type: str


class DriveFile(_DriveFileRequired, total=False):
    """A file in the connected cloud drive."""

    # Size in bytes. Absent for the drive's native documents, which have no size.
    size_bytes: int
    # URL that opens the file in the drive.
    url: str
    # When the file was last changed.
    updated: str


class _StoredFileContentRequired(TypedDict):
    # Id of the file.
    id: str
    # File name with its extension but without folders.
    name: str
    # Content type, such as `text/csv` or `image/png`.
    type: str
    # Size of the content in bytes.
    size_bytes: int
    # SHA-256 hash of the content in lower-case hexadecimal.
    sha256: str
    # Whether anyone who has the URL can read the file. If false, only the owner can read it.
    public: bool
    # Username of the account that stored the file.
    owner: str
    # Download URL. Unless `public` is true, the owner's token or session is required.
    url: str
    # When the file was stored.
    created: str
    # When the file was last stored, shared or made private.
    updated: str
    # Content of the file: plain text, or base64 if `encoding` is `base64`.
    content: str


class StoredFileContent(_StoredFileContentRequired, total=False):
    """A stored file with its content."""

    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin
    # `base64` if the content is not text. Absent for text. You can pass `content` and `encoding` to `files.put`
    # unchanged.
    encoding: FileEncoding


class StoredFileList(TypedDict):
    """The caller's files and storage usage."""

    # The entries of the list.
    items: List[StoredFile]
    # Storage that the account uses, in bytes. This includes files and everything else that counts towards `quota_bytes`.
    used_bytes: int
    # The account's storage quota in bytes.
    quota_bytes: int


class _StoredFileRequired(TypedDict):
    # Id of the file.
    id: str
    # File name with its extension but without folders.
    name: str
    # Content type, such as `text/csv` or `image/png`.
    type: str
    # Size of the content in bytes.
    size_bytes: int
    # SHA-256 hash of the content in lower-case hexadecimal.
    sha256: str
    # Whether anyone who has the URL can read the file. If false, only the owner can read it.
    public: bool
    # Username of the account that stored the file.
    owner: str
    # Download URL. Unless `public` is true, the owner's token or session is required.
    url: str
    # When the file was stored.
    created: str
    # When the file was last stored, shared or made private.
    updated: str


class StoredFile(_StoredFileRequired, total=False):
    """A stored file, without its content."""

    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class _FlightAirportTrafficRequired(TypedDict):
    # The airport.
    airport: FlightAirport
    # Aircraft on the ground within 5 nautical miles of the airport, nearest first, at most 50.
    ground: List[FlightNearby]
    # Descending aircraft below 18,000 feet within 30 nautical miles of the airport, nearest first, at most 50.
    on_approach: List[FlightNearby]
    # Climbing aircraft below 18,000 feet within 30 nautical miles of the airport, nearest first, at most 50.
    climbing_out: List[FlightNearby]
    # Total number of aircraft on the ground, on approach and climbing out, including any omitted from the lists.
    total: int
    # Traffic as text, with at most ten aircraft from each list.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class FlightAirportTraffic(_FlightAirportTrafficRequired, total=False):
    """Live traffic at and around an airport."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _FlightsNearbyRequired(TypedDict):
    # Aircraft, nearest first, at most 200.
    items: List[FlightNearby]
    # Total number of aircraft within the radius.
    total: int
    # Centre of the search: the name of an airport or town, or the coordinates.
    place: str
    # Latitude of the place in degrees north.
    lat: float
    # Longitude of the place in degrees east.
    lon: float
    # Search radius in nautical miles.
    radius_nm: float
    # The twenty nearest aircraft as text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class FlightsNearby(_FlightsNearbyRequired, total=False):
    """Aircraft near a place."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _ScheduledFlightsRequired(TypedDict):
    # Flights, earliest first, at most twenty. A flight sold under several flight numbers is listed once.
    items: List[ScheduledFlight]
    # Total number of flights that the provider reported.
    total: int
    # Whether more flights were found than `items` contains.
    is_truncated: bool
    # Flights as text, with times in each airport's local time.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class ScheduledFlights(_ScheduledFlightsRequired, total=False):
    """Scheduled flights."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _FlightsTrackedRequired(TypedDict):
    # Matching aircraft, at most 200. An empty list means that no receiver is currently picking up the aircraft. The
    # aircraft may not have departed yet, may have landed, may be out of range, or may use a callsign that differs from
    # its flight number. An empty list never means that the flight is cancelled.
    items: List[FlightTracked]
    # Total number of matching aircraft.
    total: int
    # Matching aircraft as text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class FlightsTracked(_FlightsTrackedRequired, total=False):
    """Aircraft that match a flight number, a callsign or a registration."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _FoodBusinessesRequired(TypedDict):
    # Businesses. If a point is given, the nearest are listed first. Otherwise, the best matches are listed first.
    items: List[FoodBusiness]
    # Total number of matching businesses. At most `limit` businesses are listed in `items`.
    total: int
    # Ratings as text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class FoodBusinesses(_FoodBusinessesRequired, total=False):
    """Matching food businesses."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _FoodProductRequired(TypedDict):
    # Barcode as stored in the database. The stored barcode can have more leading zeros than the argument.
    barcode: str
    # Brands, in the order printed on the packet.
    brands: List[str]
    # Whether allergens or traces were recorded. If false, check the packet.
    allergens_recorded: bool
    # Nutrition per 100 grams or millilitres.
    nutrition_per_100: FoodNutrition
    # URL of the product's page.
    url: str
    # The product as text, with allergens first.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class FoodProduct(_FoodProductRequired, total=False):
    """A packaged food. Fields without recorded data are absent."""

    # Name of the product.
    name: str
    # Amount in the packet, such as `300 g`.
    quantity: str
    # Ingredients as printed on the packet.
    ingredients: str
    # Language of the ingredients, as an IETF language tag such as `en`.
    language: str
    # Allergens in the food. Absent if no allergens were recorded. Empty only if the food is recorded as free of
    # allergens.
    allergens: List[str]
    # Allergens of which the food may contain traces. Absent if no traces were recorded.
    traces: List[str]
    # Whether the food is vegan. Absent if unknown.
    vegan: bool
    # Whether the food is vegetarian. Absent if unknown.
    vegetarian: bool
    # The food's Nutri-Score.
    nutri_score: FoodGrade
    # The food's degree of processing.
    processing: FoodProcessing
    # When the product's record was last changed.
    updated: str
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _GroupRequired(TypedDict):
    # Id of the group.
    id: str
    # Name of the group.
    name: str
    # Whether only chat clients with end-to-end encryption can post in the group. This cannot be changed later.
    encrypted: bool
    # The owner's username.
    owner: str
    # The caller's role in the group.
    role: GroupRole
    # Number of members, including the owner.
    member_count: int
    # Id of the group's chat room. Pass it as `room` to `chat.messages` or `chat.send`.
    room: str
    # When the group was created.
    created: str
    # When the group's name, members, roles or invitations last changed.
    updated: str
    # Members, in the order in which they joined.
    members: List[GroupMember]


class Group(_GroupRequired, total=False):
    """A private group with its members."""

    # Open invitations, oldest first. Visible only to the owner and admins.
    invitations: List[GroupInvitee]


class GroupList(TypedDict):
    """The caller's groups and open invitations."""

    # The entries of the list.
    items: List[GroupSummary]
    # Open invitations for the caller, newest first. An account can have up to 200 open invitations.
    invitations: List[GroupInvitation]


class _GroupChangeRequired(TypedDict):
    # Id of the group.
    id: str
    # The action that was performed.
    action: GroupAction


class GroupChange(_GroupChangeRequired, total=False):
    """The result of an action on a group."""

    # The affected person's username. For `accept` and `decline`, this is the caller. Absent for `rename` and `delete`.
    account: str
    # True if the invitation is new, false if the person already had an open invitation. Only for `invite`.
    is_new: bool
    # The group after the change. Absent if the caller is no longer a member or if the group was closed.
    group: Group


class _HazardAlertsRequired(TypedDict):
    # Disasters. If a point is given, the nearest are listed first. Otherwise, the list is sorted by level, most severe
    # first, and then by date, newest first.
    items: List[HazardAlert]
    # Total number of disasters. At most 200 disasters are listed in `items`.
    total: int
    # The first fifteen disasters as text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class HazardAlerts(_HazardAlertsRequired, total=False):
    """Ongoing disasters."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _HazardFloodsRequired(TypedDict):
    # Messages, most severe first. If a point is given, messages of equal severity are sorted by distance. Otherwise, the
    # newest are listed first.
    items: List[HazardFlood]
    # Total number of messages. At most 500 messages are listed in `items`.
    total: int
    # Whether the data covers the given point. If false, the point is outside England, and an empty list does not mean
    # that the area is safe.
    covered: bool
    # The first fifteen messages as text, with a note that only England is covered.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class HazardFloods(_HazardFloodsRequired, total=False):
    """Flood messages in force in England."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _HazardQuakesRequired(TypedDict):
    # Earthquakes. If a point is given, the nearest are listed first. Otherwise, the newest are listed first.
    items: List[HazardQuake]
    # Total number of earthquakes. At most 500 earthquakes are listed in `items`.
    total: int
    # The first fifteen earthquakes as text, with a note about the data's limitations.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class HazardQuakes(_HazardQuakesRequired, total=False):
    """Recent earthquakes."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _ImageRequired(TypedDict):
    # Id of the picture.
    id: str
    # Address of the picture. Only the owner can open a private picture. Add `?size=thumbnail` (at most 320 pixels on
    # each side) or `?size=1024` (at most 1024 pixels) to get a smaller copy.
    url: str
    # Tags of the picture, in the order given.
    tags: List[str]
    # Origin of the picture.
    origin: ImageOrigin
    # Whether everyone can see the picture.
    public: bool
    # Media type, such as `image/png`.
    type: str
    # Width in pixels.
    width_px: int
    # Height in pixels.
    height_px: int
    # Size in bytes.
    size_bytes: int
    # When the picture was stored.
    created: str
    # When the title, description, tags or visibility last changed.
    updated: str


class Image(_ImageRequired, total=False):
    """A picture."""

    # Title of the picture; absent if it has none.
    title: str
    # Description of what the picture shows; absent if it has none.
    description: str
    # Prompt that the picture was generated from; present only for the caller's generated pictures.
    prompt: str
    # Date of the picture; present only for pictures of the day.
    day: str
    # `others` if a model wrote the prompt, title, description or tags after reading text written by others. The value
    # disappears when the owner edits all of these fields or confirms the picture on its page. Otherwise absent.
    text_origin: TextOrigin
    # The owner's username; absent for pictures of the day.
    owner: str


class _ImagePageRequired(TypedDict):
    # Entries on this page.
    items: List[Image]


class ImagePage(_ImagePageRequired, total=False):
    """One page of a list, by cursor."""

    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _IslamPassageRequired(TypedDict):
    # Path of the passage, such as `/quran/2/255`.
    path: str
    # Collection that contains the passage.
    collection: IslamCollection
    # Title of the work that contains the passage.
    work: str
    # Reference to cite, such as `Quran 2:255`.
    reference: str
    # Language of the body or translation, as an IETF language tag.
    language: str
    # Address of the passage's page on the source site.
    url: str
    # Whether a part was shortened because it exceeded 100,000 characters.
    is_truncated: bool
    # The passage as readable text, with each part under its heading.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class IslamPassage(_IslamPassageRequired, total=False):
    """A complete passage, with the original, the translation and the commentary in separate fields."""

    # Heading, such as the name of a chapter, a name of Allah or a question.
    title: str
    # Text of a work originally written in English, such as an answer from IslamQA; never a translation.
    body: str
    # The original text in Arabic; absent if the source has only a translation.
    arabic: str
    # The original text in Latin letters.
    transliteration: str
    # English translation of a work in another language; never text originally written in English.
    translation: str
    # Translator; absent if the provider does not name one.
    translator: str
    # Explanation by a commentator; never part of the text itself.
    commentary: str
    # Narrator of a saying.
    narrator: str
    # Reliability of a saying according to scholars, with the source of the grading if known.
    grading: str
    # Other parts of the passage, each with its name.
    other: List[IslamPart]
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _MailInboxRequired(TypedDict):
    # Entries on this page.
    items: List[MailSummary]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int
    # Number of unread messages in the whole inbox.
    unread: int
    # The page as text, with one message per line.
    text: str


class MailInbox(_MailInboxRequired, total=False):
    """A page of the inbox."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int


_MailSummaryRequiredFields = TypedDict(
    "_MailSummaryRequiredFields",
    {
        # Id of the message.
        "id": "str",
        # Sender of the message.
        "from": "MailParty",
        # Recipients; empty if the caller was a Bcc recipient.
        "to": "List[MailParty]",
        # Id of the thread.
        "thread": "str",
        # Beginning of the body, at most 140 characters.
        "snippet": "str",
        # Whether the message is unread.
        "is_unread": "bool",
        # Alias of `is_unread`.
        "unread": "bool",
        # Attachments, each with its download address.
        "attachments": "List[MessageAttachment]",
        # When the message arrived.
        "created": "str",
    },
    total=True,
)


class _MailSummaryRequired(_MailSummaryRequiredFields):
    pass


class MailSummary(_MailSummaryRequired, total=False):
    """A message as shown in the inbox."""

    # Cc recipients; absent if the message has none.
    cc: List[MailParty]
    # Addresses for replies (`Reply-To`), if they differ from `from`. The sender can choose any addresses, and
    # `sender_verified` does not cover them.
    answers_to: List[MailParty]
    # Whether SPF, DKIM and DMARC verified the sender's domain; present only for mail from outside this instance.
    sender_verified: bool
    # Subject line; absent if empty.
    subject: str
    # The recipient's plus-address tag, such as `orders` in `rosa_m+orders@…`; absent if the address has none.
    tag: str


class _MailInfoRequired(TypedDict):
    # The caller's handle. Mail sent to the handle from this instance always arrives.
    handle: str
    # Whether the instance receives mail from outside.
    receives_outside: bool
    # The same information as a sentence.
    text: str


class MailInfo(_MailInfoRequired, total=False):
    """The caller's mail address."""

    # Full email address, with the tag if one was given; absent if the instance has no mail domain.
    address: str
    # Mail domain of the instance; absent if it has none.
    domain: str


class MailMarked(TypedDict):
    """The result of marking messages as read."""

    # Number of messages that were marked as read by this call.
    changed: int
    # Number of unread messages that remain in the inbox.
    unread: int


class _MailReadingRequired(TypedDict):
    # This page of the body, or the inbox summary if no id was given.
    text: str


class MailReading(_MailReadingRequired, total=False):
    """A page of a message or, without an id, a summary of the inbox."""

    # The message without its body; absent if no id was given.
    message: MailSummary
    # Length of the whole body in characters; absent if no id was given.
    total_chars: int
    # Number of body characters before this page; absent if no id was given.
    offset: int
    # The `offset` of the next page of the body; absent on the last page.
    next_offset: int


class MailSent(TypedDict):
    """A sent message."""

    # Id of the message in the caller's mailbox.
    id: str
    # Recipient of the message.
    to: MailParty
    # Subject line.
    subject: str
    # Delivery status.
    delivery: MessageDelivery
    # Cost in credits; 0 if the message was sent to a username or an address on this instance.
    cost_credits: float
    # When the message was sent.
    created: str


class _MailSourcePageRequired(TypedDict):
    # Entries on this page.
    items: List[StoredMessageRef]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int


class MailSourcePage(_MailSourcePageRequired, total=False):
    """One page of a list, by offset."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int


class _WebmailMessageRequired(TypedDict):
    # Id of the message in the web-mail account.
    id: str
    # Id of the thread.
    thread: str
    # Recipients, at most 50.
    to: List[MailParty]
    # Whether the message is unread.
    is_unread: bool
    # Alias of `is_unread`.
    unread: bool
    # Names, types and sizes of the attachments, at most 50. The contents of the attachments cannot be read.
    attachments: List[MessageAttachment]
    # When the message arrived.
    created: str
    # Body as plain text, at most 100,000 characters. It is taken from the plain-text part or, if that is missing, from
    # the HTML part.
    text: str
    # Whether the body is longer than `text`.
    is_truncated: bool


_WebmailMessageFields = TypedDict(
    "_WebmailMessageFields",
    {
        # Sender; absent if the message has none.
        "from": "MailParty",
        # Subject line; absent if empty.
        "subject": "str",
        # Address that opens the message in the web-mail account; absent for IMAP accounts.
        "url": "str",
    },
    total=False,
)


class WebmailMessage(_WebmailMessageRequired, _WebmailMessageFields, total=False):
    """A message in the connected web-mail account."""


class _WebmailPageRequired(TypedDict):
    # Messages on this page.
    items: List[WebmailSummary]


class WebmailPage(_WebmailPageRequired, total=False):
    """A page of messages in the connected web-mail account, newest first."""

    # Cursor for the next page. Send it as `page`. Absent on the last page.
    next_cursor: str


class _WebmailSummaryRequired(TypedDict):
    # Id of the message in the web-mail account.
    id: str
    # Id of the thread.
    thread: str
    # Recipients, at most 50.
    to: List[MailParty]
    # Whether the message is unread.
    is_unread: bool
    # Alias of `is_unread`.
    unread: bool
    # Names, types and sizes of the attachments, at most 50. The contents of the attachments cannot be read.
    attachments: List[MessageAttachment]
    # When the message arrived.
    created: str


_WebmailSummaryFields = TypedDict(
    "_WebmailSummaryFields",
    {
        # Sender; absent if the message has none.
        "from": "MailParty",
        # Subject line; absent if empty.
        "subject": "str",
        # Address that opens the message in the web-mail account; absent for IMAP accounts.
        "url": "str",
    },
    total=False,
)


class WebmailSummary(_WebmailSummaryRequired, _WebmailSummaryFields, total=False):
    """A message in the connected web-mail account, without its body."""


class _MapAreaRequired(TypedDict):
    # Tiles in rows from north to south; each row runs from west to east.
    items: List[MapAreaTile]
    # Total number of tiles: `columns` times `rows`.
    total: int
    # Number of tiles in each row.
    columns: int
    # Number of rows.
    rows: int
    # Number of tiles in the instance's cache.
    held_count: int
    # Zoom level of the tiles.
    zoom: int
    # Style of the map.
    style: MapStyle
    # Area that the tiles cover: the requested box, expanded to whole tiles.
    bounds: GeoBox
    # Attribution to show with the map.
    attribution: str


class MapArea(_MapAreaRequired, total=False):
    """The tiles that cover a box."""

    # Page that the attribution must link to; absent if the provider requires no link.
    attribution_url: str


class _MapTileRequired(TypedDict):
    # Address of the tile image, a PNG of 256 by 256 pixels. Only callers with an account can request a tile that is not
    # cached.
    url: str
    # Zoom level.
    z: int
    # Column, from 0 in the west.
    x: int
    # Row, from 0 in the north.
    y: int
    # Style of the map.
    style: MapStyle
    # Area that the tile covers.
    bounds: GeoBox
    # Whether the tile is in the instance's cache.
    held: bool
    # Whether a map is available for this tile. A cached tile is always available. Any other tile is available only if it
    # shows part of Great Britain or of the sea within about 15 km of the coast. The instance's key must also cover the
    # zoom level: 7 to 16, or 7 to 20 with a premium key. If false, the address returns no tile.
    covered: bool
    # Attribution to show with the map.
    attribution: str


class MapTile(_MapTileRequired, total=False):
    """One map tile."""

    # Page that the attribution must link to; absent if the provider requires no link.
    attribution_url: str


_MarketConversionRequiredFields = TypedDict(
    "_MarketConversionRequiredFields",
    {
        # Amount to convert, in the currency given in `from`.
        "amount": "float",
        # Code of the source currency.
        "from": "str",
        # Code of the target currency.
        "to": "str",
        # Value of one unit of the source currency, in the target currency.
        "rate": "float",
        # Converted amount in the target currency, not rounded.
        "converted": "float",
        # `converted`, rounded to the currency's smallest unit (ISO 4217) or, for a cryptocurrency, to eight decimal places.
        # Halves are rounded away from zero.
        "rounded": "float",
        # True if the rate is a live price, as for cryptocurrencies; false if it is a central bank's rate.
        "live": "bool",
        # The conversion as text.
        "text": "str",
        # Provider of the data.
        "source": "str",
        # When the provider supplied the data; earlier than the call if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
        "stale": "bool",
    },
    total=True,
)


class _MarketConversionRequired(_MarketConversionRequiredFields):
    pass


class MarketConversion(_MarketConversionRequired, total=False):
    """A converted amount."""

    # Day on which the reference rate was published; absent for live prices and fixed rates.
    day: str
    # Whether `day` is earlier than requested because no rate was published on the requested day; absent if `day` is
    # absent.
    is_earlier_day: bool
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


_MarketHistoryRequiredFields = TypedDict(
    "_MarketHistoryRequiredFields",
    {
        # Entries on this page.
        "items": "List[MarketClose]",
        # Total number of entries.
        "total": "int",
        # Number of entries skipped before this page.
        "offset": "int",
        # Symbol of the instrument.
        "symbol": "str",
        # Name of the instrument.
        "name": "str",
        # Unit to which the prices apply.
        "per": "MarketUnit",
        # First day requested.
        "from": "str",
        # Last day requested.
        "to": "str",
        # Alias of `from`.
        "start": "str",
        # Alias of `to`.
        "end": "str",
        # The change over the whole range, as text.
        "text": "str",
        # Provider of the data.
        "source": "str",
        # When the provider supplied the data; earlier than the call if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
        "stale": "bool",
    },
    total=True,
)


class _MarketHistoryRequired(_MarketHistoryRequiredFields):
    pass


class MarketHistory(_MarketHistoryRequired, total=False):
    """A page of daily closing prices. Days without trading are omitted."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class MarketClose(TypedDict):
    """The closing price of one trading day."""

    # The trading day, in the market's calendar.
    day: str
    # Closing price in US dollars. For a currency, this is the day's reference rate. For an unfinished day, this is the
    # latest price.
    close_usd: float
    # Whether the trading day is over. If false, `close_usd` is the latest price so far.
    final: bool


class _MarketQuotePageRequired(TypedDict):
    # Entries on this page.
    items: List[MarketQuote]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int
    # Category to which the prices belong.
    category: MarketCategory
    # Symbols in the category that have no current price.
    unpriced: List[str]
    # The largest changes and the age of the prices, as text.
    text: str


class MarketQuotePage(_MarketQuotePageRequired, total=False):
    """A page of prices in a category."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int


class _MarketQuoteRequired(TypedDict):
    # Symbol, such as `BTC`, `AAPL`, `GOLD` or `EUR`.
    symbol: str
    # Name of the instrument.
    name: str
    # Categories of the instrument. Metals and oil belong to both `commodities` and `futures`.
    categories: List[MarketCategory]
    # Price in US dollars.
    price_usd: float
    # Unit to which the price applies.
    per: MarketUnit
    # When the provider quoted the price or, if that is unknown, when the price was fetched.
    as_of: str
    # Whether the price is more than two hours old because the market is closed or the provider could not be reached.
    stale: bool
    # Provider of the price.
    source: str


class MarketQuote(_MarketQuoteRequired, total=False):
    """The latest price of one instrument."""

    # Percentage change since `change_since`; absent if no earlier price is available.
    change_pct: float
    # Time of the earlier price used for `change_pct`. That price is from 24 hours ago or, if the instrument is not
    # traded around the clock, from the previous close. For a currency, that price is the European Central Bank's latest
    # reference rate from an earlier day.
    change_since: str
    # Whether the market is open; absent if unknown. This field distinguishes a closed market from an unreachable
    # provider.
    market_open: bool
    # Attribution to show with the price; absent if the provider requires none.
    attribution: str


class _MarketInstrumentRequired(TypedDict):
    # Symbol, such as `BTC`, `AAPL`, `GOLD` or `EUR`.
    symbol: str
    # Name of the instrument.
    name: str
    # Categories of the instrument. Metals and oil belong to both `commodities` and `futures`.
    categories: List[MarketCategory]
    # Price in US dollars.
    price_usd: float
    # Unit to which the price applies.
    per: MarketUnit
    # When the provider quoted the price or, if that is unknown, when the price was fetched.
    as_of: str
    # Whether the price is more than two hours old because the market is closed or the provider could not be reached.
    stale: bool
    # Provider of the price.
    source: str
    # The price as text.
    text: str


class MarketInstrument(_MarketInstrumentRequired, total=False):
    """The price of one instrument."""

    # Percentage change since `change_since`; absent if no earlier price is available.
    change_pct: float
    # Time of the earlier price used for `change_pct`. That price is from 24 hours ago or, if the instrument is not
    # traded around the clock, from the previous close. For a currency, that price is the European Central Bank's latest
    # reference rate from an earlier day.
    change_since: str
    # Whether the market is open; absent if unknown. This field distinguishes a closed market from an unreachable
    # provider.
    market_open: bool
    # Attribution to show with the price; absent if the provider requires none.
    attribution: str


class _NewsItemsRequired(TypedDict):
    # News stories.
    items: List[NewsItem]
    # Total number of matching stories.
    total: int
    # Topics that have feeds.
    topics: List[str]
    # Topics whose feeds could not be read. The stories of these topics are out of date or missing.
    failed_topics: List[str]
    # When the feeds were last read.
    as_of: str
    # True if no feed could be reached and these are the last known stories; `as_of` gives their age.
    stale: bool
    # The stories as readable text, each with its topic, headline, summary and source.
    text: str


class NewsItems(_NewsItemsRequired, total=False):
    """News stories."""

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool


class _NewsPageRequired(TypedDict):
    # News stories.
    items: List[NewsItem]
    # Total number of matching stories.
    total: int
    # Topics that have feeds.
    topics: List[str]
    # Topics whose feeds could not be read. The stories of these topics are out of date or missing.
    failed_topics: List[str]
    # When the feeds were last read.
    as_of: str
    # True if no feed could be reached and these are the last known stories; `as_of` gives their age.
    stale: bool
    # The stories as readable text, each with its topic, headline, summary and source.
    text: str
    # Number of stories skipped before this page.
    offset: int


class NewsPage(_NewsPageRequired, total=False):
    """One page of news stories."""

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # The `offset` of the next page; absent on the last page.
    next_offset: int


class _NewsItemRequired(TypedDict):
    # Id of the article, for use with `news.read`.
    id: str
    # Headline.
    title: str
    # Topic of the story's feed, such as `World`.
    topic: str
    # Publisher of the story, given as its domain, such as `bbc.co.uk`.
    source: str
    # Address of the article.
    url: str


class NewsItem(_NewsItemRequired, total=False):
    """A news story."""

    # Summary in one or two sentences; absent if the feed has none.
    summary: str
    # Address of the article's picture.
    image: str
    # Language of the story, as an IETF language tag such as `en`; absent if unknown.
    language: str
    # When the story was published; absent if unknown.
    published: str


class _NewsArticleRequired(TypedDict):
    # Id of the article, for use with `news.read`.
    id: str
    # Headline.
    title: str
    # Topic of the story's feed, such as `World`.
    topic: str
    # Publisher of the story, given as its domain, such as `bbc.co.uk`.
    source: str
    # Address of the article.
    url: str
    # When the article was read from its site.
    as_of: str
    # True if the site could not be reached and this is an earlier copy of the article.
    stale: bool
    # Whether `text` is only the summary because the article could not be read or its publisher does not allow more.
    is_summary: bool
    # Text of the article, at most 20,000 characters, with paragraphs separated by blank lines.
    text: str
    # Whether the article is longer than `text`.
    is_truncated: bool


class NewsArticle(_NewsArticleRequired, total=False):
    """A news article with its text."""

    # Summary in one or two sentences; absent if the feed has none.
    summary: str
    # Address of the article's picture.
    image: str
    # Language of the story, as an IETF language tag such as `en`; absent if unknown.
    language: str
    # When the story was published; absent if unknown.
    published: str


class NoteSaved(TypedDict):
    # The stored note.
    note: Note
    # True if the note is new, false if an existing note was rewritten.
    is_new: bool


class _NoteRequired(TypedDict):
    # Id of the note. It does not change when the note is rewritten.
    id: str
    # Title as first written. It is unique among the caller's notes, regardless of case.
    title: str
    # Text of the note.
    text: str
    # When the note was first written.
    created: str
    # When the note was last rewritten.
    updated: str


class Note(_NoteRequired, total=False):
    """A private note."""

    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class NoteList(TypedDict):
    """A complete list."""

    # The entries of the list.
    items: List[Note]


class NotifyDeviceList(TypedDict):
    """An account's devices, newest first. An account can have at most 20 devices."""

    # The entries of the list.
    items: List[NotifyDevice]
    # Whether the account can be notified now. This is true if the instance sends notifications and the account has a
    # device.
    reachable: bool


class NotifySent(TypedDict):
    """The result of sending a notification. Each device is counted once."""

    # Number of devices whose push service accepted the notification. Each device decides whether to show the
    # notification.
    accepted: int
    # Number of devices whose push service is busy or unreachable. Sending is retried for up to a day.
    retrying: int
    # Number of devices whose push service refused the notification or no longer serves the device. Devices that can no
    # longer be notified are removed.
    failed: int


class _PlaceAtRequired(TypedDict):
    # Address on one line.
    address: str
    # Parts of the address.
    parts: PlaceAddressParts
    # Kind of place, such as `station`, `city` or `house`.
    kind: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Distance in metres from the given point to the address at `lat` and `lon`.
    distance_m: int
    # The address as text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class PlaceAt(_PlaceAtRequired, total=False):
    """The address at a point."""

    # Name of the place; absent for a plain address.
    name: str
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _PlaceElevationRequired(TypedDict):
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Elevation above sea level in metres. It is negative below sea level and 0 at sea.
    height_m: float
    # Elevation in feet.
    height_ft: float
    # Resolution of the elevation model in metres. Each value is an average over an area of this size, so peaks appear
    # lower than they are.
    resolution_m: int
    # The elevation as text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class PlaceElevation(_PlaceElevationRequired, total=False):
    """The elevation of a point."""

    # Name of the resolved place; absent if coordinates were given.
    place: str
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _PlaceMatchesRequired(TypedDict):
    # Up to twenty places, best match first; empty if nothing matches.
    items: List[PlaceMatch]
    # Whether more places may match than the twenty returned. To narrow the search, use a more specific name.
    is_truncated: bool
    # The best match as text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class PlaceMatches(_PlaceMatchesRequired, total=False):
    """Places that match a name or an address."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _PlacesNearbyRequired(TypedDict):
    # Up to twenty places, nearest first; empty if nothing matches.
    items: List[PlaceOfInterest]
    # Whether more places match than the twenty returned. To narrow the search, use a smaller radius or a more specific
    # query.
    is_truncated: bool
    # Centre of the search: the name of the resolved place, or the coordinates.
    place: str
    # Latitude of the centre in degrees north.
    lat: float
    # Longitude of the centre in degrees east.
    lon: float
    # Search radius in metres.
    radius_m: float
    # The nearest ten places as text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class PlacesNearby(_PlacesNearbyRequired, total=False):
    """Points of interest near a place."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _PrayerQiblaRequired(TypedDict):
    # Distance to the Kaaba in kilometres.
    distance_km: float
    # Latitude of the given point in degrees north.
    lat: float
    # Longitude of the given point in degrees east.
    lon: float
    # The direction as text.
    text: str


class PrayerQibla(_PrayerQiblaRequired, total=False):
    """The direction of prayer."""

    # Bearing in degrees clockwise from true north, along the shortest path to the Kaaba. A magnetic compass shows a
    # different value. Absent at the Kaaba and at the poles, where the direction is undefined.
    bearing_deg: float
    # Bearing as a compass point.
    compass: CompassPoint


class _PrayerReflectionRequired(TypedDict):
    # Date of the reflection, in UTC.
    day: str
    # Chapter that contains the verse.
    chapter: PrayerChapter
    # The verse.
    verse: PrayerVerse
    # The saying.
    saying: PrayerHadith
    # Name of the verse's translator.
    translator: str
    # Language of the translations, as an IETF language tag.
    language: str
    # The divine name.
    divine_name: PrayerDivineName
    # The verse, the saying and the name as readable text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class PrayerReflection(_PrayerReflectionRequired, total=False):
    """A verse, a saying and a name to reflect on."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _PrayerSayingRequired(TypedDict):
    # Collection that contains the saying.
    collection: str
    # Number of the book within the collection.
    book: int
    # Number of the saying in the source.
    number: int
    # Reference to cite, such as `Sahih al-Bukhari 1`. If the provider uses its own numbering, the reference names the
    # provider.
    reference: str
    # English translation of the saying.
    translation: str
    # Language of the translation, as an IETF language tag.
    language: str
    # The saying as readable text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class PrayerSaying(_PrayerSayingRequired, total=False):
    """A saying and its source."""

    # Name of the book.
    book_name: str
    # Narrator of the saying.
    narrator: str
    # The saying in Arabic.
    arabic: str
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _PrayerDayRequired(TypedDict):
    # Date to which the prayer times apply, in the requested time zone.
    day: str
    # IANA name of the time zone.
    timezone: str
    # Calculation method.
    method: PrayerMethod
    # Rule for the afternoon prayer.
    asr: PrayerAsr
    # Rule for short nights.
    high_latitude: PrayerHighLatitude
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Prayer times of the day.
    times: PrayerTimes
    # Prayers whose times were estimated from `high_latitude` or, with `moonsighting`, from the season. For these
    # prayers, the sun does not reach the method's angle, or reaches it at least a minute earlier or later than the given
    # time. Empty if no time was estimated.
    estimated: List[PrayerName]
    # The prayer times and the next prayer as readable text.
    text: str


class PrayerDay(_PrayerDayRequired, total=False):
    """The prayer times of a day."""

    # Whether the sun stays above or below the horizon all day; absent if it rises and sets.
    polar: PrayerPolar
    # The next prayer. After today's last prayer, this is tomorrow's first prayer. Absent if neither day has another
    # prayer, or if the requested day is not today.
    next: PrayerNext


class _PrayerVersesRequired(TypedDict):
    # The chapter.
    chapter: PrayerChapter
    # The requested verse, or all verses of the chapter in order.
    items: List[PrayerVerse]
    # Name of the translator.
    translator: str
    # Language of the translation, as an IETF language tag.
    language: str
    # The verses as readable text.
    text: str
    # Provider of the data.
    source: str
    # When the provider supplied the data; earlier than the call if the data was cached.
    as_of: str
    # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
    stale: bool


class PrayerVerses(_PrayerVersesRequired, total=False):
    """One verse, or a whole chapter."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class _RecallConversationRequired(TypedDict):
    # Id of the conversation. To continue the conversation, send the id to the agent endpoint as `thread`.
    id: str
    # First line of the first stored message, at most 80 characters.
    subject: str
    # Origin of the conversation.
    client: RecallPlace
    # Number of messages.
    message_count: int
    # When the conversation began.
    created: str
    # When the last message was added.
    updated: str
    # Messages, oldest first.
    messages: List[RecallMessage]
    # Number of older messages on the following pages; 0 on the last page.
    omitted: int


class RecallConversation(_RecallConversationRequired, total=False):
    """A conversation with its messages."""

    # Name of the agent, if it has one.
    agent: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin
    # Cursor for the page with the next older messages. Send it as `cursor`. Absent if there are none.
    next_cursor: str


class _RecallMessageRequired(TypedDict):
    # Id of the message.
    id: str
    # Author of the message.
    role: RecallRole
    # Text of the message, at most 40,000 characters.
    text: str
    # True if the message was longer and only its beginning is stored.
    is_truncated: bool
    # When the message was written.
    created: str


_RecallMessageFields = TypedDict(
    "_RecallMessageFields",
    {
        # The person's mail address or username; absent for the agent.
        "from": "str",
    },
    total=False,
)


class RecallMessage(_RecallMessageRequired, _RecallMessageFields, total=False):
    """A message in a conversation."""


class _RecallSummaryListRequired(TypedDict):
    # Conversations, most recently active first.
    items: List[RecallSummary]
    # Total number of matching conversations, including those on other pages.
    total: int


class RecallSummaryList(_RecallSummaryListRequired, total=False):
    """One page of conversations, and the total number of conversations."""

    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _RecallSummaryRequired(TypedDict):
    # Id of the conversation. To continue the conversation, send the id to the agent endpoint as `thread`.
    id: str
    # First line of the first stored message, at most 80 characters.
    subject: str
    # Origin of the conversation.
    client: RecallPlace
    # Number of messages.
    message_count: int
    # When the conversation began.
    created: str
    # When the last message was added.
    updated: str


class RecallSummary(_RecallSummaryRequired, total=False):
    """A past conversation with the agent, without its messages."""

    # Name of the agent, if it has one.
    agent: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


_RouteDirectionsRequiredFields = TypedDict(
    "_RouteDirectionsRequiredFields",
    {
        # Start of the journey.
        "from": "RouteEnd",
        # End of the journey.
        "to": "RouteEnd",
        # Mode of travel.
        "mode": "RouteMode",
        # Distance in metres along the route.
        "distance_m": "int",
        # Travel time in seconds, including expected traffic if known.
        "duration_s": "int",
        # True if no routing provider was available, so the distance and time are estimated from the straight-line distance.
        # Always true for public transport if the instance has no public transport provider.
        "is_estimate": "bool",
        # When to leave. If it is too late to arrive by `arrive_by`, this time is in the past and `late` is true.
        "depart_at": "str",
        # Whether it is too late to reach the destination by `arrive_by`.
        "late": "bool",
        # When the journey ends.
        "arrive_at": "str",
        # Instructions in order; empty for an estimate.
        "steps": "List[RouteStep]",
        # The journey as text, with numbered instructions.
        "text": "str",
        # Provider of the data.
        "source": "str",
        # When the provider supplied the data; earlier than the call if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
        "stale": "bool",
    },
    total=True,
)


class _RouteDirectionsRequired(_RouteDirectionsRequiredFields):
    pass


class RouteDirections(_RouteDirectionsRequired, total=False):
    """A journey with turn-by-turn instructions."""

    # Part of the travel time that is due to traffic, in seconds; absent if unknown.
    traffic_delay_s: int
    # Route as an encoded polyline (precision 5); absent for an estimate.
    polyline: str
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


_RouteEtaRequiredFields = TypedDict(
    "_RouteEtaRequiredFields",
    {
        # Start of the journey.
        "from": "RouteEnd",
        # End of the journey.
        "to": "RouteEnd",
        # Mode of travel.
        "mode": "RouteMode",
        # Distance in metres along the route.
        "distance_m": "int",
        # Travel time in seconds, including expected traffic if known.
        "duration_s": "int",
        # True if no routing provider was available, so the distance and time are estimated from the straight-line distance.
        # Always true for public transport if the instance has no public transport provider.
        "is_estimate": "bool",
        # When to leave. If it is too late to arrive by `arrive_by`, this time is in the past and `late` is true.
        "depart_at": "str",
        # Whether it is too late to reach the destination by `arrive_by`.
        "late": "bool",
        # When the journey ends.
        "arrive_at": "str",
        # The result as text. Times have the same UTC offset as the times in the arguments.
        "text": "str",
        # Provider of the data.
        "source": "str",
        # When the provider supplied the data; earlier than the call if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
        "stale": "bool",
    },
    total=True,
)


class _RouteEtaRequired(_RouteEtaRequiredFields):
    pass


class RouteEta(_RouteEtaRequired, total=False):
    """The duration of a journey."""

    # Part of the travel time that is due to traffic, in seconds; absent if unknown.
    traffic_delay_s: int
    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


_RouteDestinationsRequiredFields = TypedDict(
    "_RouteDestinationsRequiredFields",
    {
        # Start of the journeys.
        "from": "RouteEnd",
        # Mode of travel.
        "mode": "RouteMode",
        # Destinations that can be reached, quickest first.
        "items": "List[RouteDestination]",
        # Destinations that could not be found or reached, in the order given.
        "unreached": "List[RouteUnreached]",
        # The ranking as text.
        "text": "str",
        # Provider of the data.
        "source": "str",
        # When the provider supplied the data; earlier than the call if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and this is its last known data. `as_of` gives the age of the data.
        "stale": "bool",
    },
    total=True,
)


class _RouteDestinationsRequired(_RouteDestinationsRequiredFields):
    pass


class RouteDestinations(_RouteDestinationsRequired, total=False):
    """Destinations, quickest to reach first."""

    # Number of records left out because the provider sent them in an unexpected format; absent if there are none.
    skipped: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence for the data, such as `ODbL 1.0`; absent if the provider does not name one.
    licence: str


class ShellRun(TypedDict):
    """The result of a command."""

    # Exit code of the command; 0 means success. The call succeeds even if the command fails. The code is 124 if the
    # command timed out and 137 if it was killed for using too much memory.
    exit_code: int
    # The last 100,000 characters of standard output and standard error, in the order in which they were written. Bytes
    # that are not valid UTF-8 are replaced.
    text: str
    # True if the output was longer and `text` contains only the end.
    is_truncated: bool
    # True if the command was stopped because it timed out, or after a minute because other accounts were waiting.
    timed_out: bool
    # Working directory of the command.
    dir: str
    # Duration in seconds.
    duration_s: float


class ShellFile(TypedDict):
    """A written file."""

    # Absolute path of the file, under `/work`.
    path: str
    # Size in bytes.
    size_bytes: int


class _SmsHistoryRequired(TypedDict):
    # The entries of the list.
    items: List[SmsMessage]
    # Total number of messages; `items` contains at most `limit` of them.
    total: int


class SmsHistory(_SmsHistoryRequired, total=False):
    """A complete list."""

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _SmsMessageRequired(TypedDict):
    # Id of the message.
    id: str
    # Whether the message was received or sent.
    direction: MessageDirection
    # The other person's phone number, in international format.
    other_number: str
    # Text of the message.
    text: str
    # Channel of the message.
    channel: SmsChannel
    # Status of the message.
    status: SmsStatus
    # Number of SMS segments; 1 for a WhatsApp message.
    segments: int
    # When the message was sent or received.
    created: str
    # When the status last changed.
    updated: str


class SmsMessage(_SmsMessageRequired, total=False):
    """An SMS or WhatsApp message, sent or received."""

    # Reason why the message was not delivered; present only if `status` is `failed`.
    error: str


class _SmsNumberRequired(TypedDict):
    # The account's verified numbers.
    verified: List[str]
    # Countries that messages can be sent to, as ISO 3166-1 alpha-2 codes. Numbers in other countries are rejected.
    countries: List[str]
    # Number of messages that the account has sent today (UTC).
    sent_today: int
    # The numbers and the quota as text.
    text: str


class SmsNumber(_SmsNumberRequired, total=False):
    """An account's phone numbers and message quota."""

    # Number that messages are sent from, in international format; absent if the instance has none.
    sending_number: str
    # Number of messages that the account may send per day; absent if unlimited.
    daily_limit: int
    # Number of messages that the account can still send today; absent if unlimited.
    left_today: int


class _SmsSentRequired(TypedDict):
    # The stored message.
    message: SmsMessage
    # Cost in credits.
    cost_credits: float


class SmsSent(_SmsSentRequired, total=False):
    """A sent message."""

    # Number of messages that the account can still send today; absent if unlimited.
    left_today: int


class _SmsSourcePageRequired(TypedDict):
    # Entries on this page.
    items: List[StoredMessageRef]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int


class SmsSourcePage(_SmsSourcePageRequired, total=False):
    """One page of a list of any length. To go beyond the first 100,000 entries, use `cursor` instead of `offset`.
    """

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`, without `offset`. Absent on the last page.
    next_cursor: str
    # The `offset` of the next page; absent on the last page and beyond the maximum offset.
    next_offset: int


class _SmsVerificationRequired(TypedDict):
    # Number in international format.
    number: str
    # Whether the number is now linked to the account.
    verified: bool
    # Cost of the call in credits; 0 if a code was checked.
    cost_credits: float


class SmsVerification(_SmsVerificationRequired, total=False):
    """The verification status of a phone number."""

    # When the code sent by SMS expires; absent once the number is verified.
    code_expires: str


class _SocialPostListRequired(TypedDict):
    # The entries of the list.
    items: List[SocialPost]
    # Total number of posts, including those on other pages.
    total: int


class SocialPostList(_SocialPostListRequired, total=False):
    """One page of posts, newest first, and the total number of posts."""

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _SocialPostRequired(TypedDict):
    # Id of the post. `bookmarks.add` accepts it as `ref`.
    id: str
    # The author's username.
    author: str
    # The post as plain text, at most 500 characters. It may contain line breaks.
    text: str
    # Origin of the post. It is always `onedoor`, which means this instance.
    source: str
    # When the post was published.
    published: str


class SocialPost(_SocialPostRequired, total=False):
    """A public social post."""

    # Address of the post's page; absent if it has none.
    url: str
    # Id of the post that this post replies to, which may have been deleted. Absent for a post that starts a thread.
    reply_to: str


class _StreamEntryListRequired(TypedDict):
    # Entries, newest first.
    items: List[StreamEntry]
    # Total number of entries that the caller can see, including those on other pages; never more than 1,000.
    total: int


class StreamEntryList(_StreamEntryListRequired, total=False):
    """One page of entries, newest first, and the total number of entries."""

    # Cursor for the next page. Send it as `cursor`. Absent on the last page.
    next_cursor: str


class _StreamEntryRequired(TypedDict):
    # Id of the entry.
    id: str
    # Service that the event comes from, such as `blog` or `news`.
    service: str
    # Description of the event, in one sentence of at most 512 characters.
    text: str
    # True if everyone can see the entry, false if only the caller can.
    public: bool
    # When the event happened.
    created: str


class StreamEntry(_StreamEntryRequired, total=False):
    """A recent event on this instance."""

    # Address with more information about the event; absent if the event has none.
    url: str


class _TaskRequired(TypedDict):
    # Id of the task.
    id: str
    # Title of the task, on one line.
    title: str
    # Status of the task.
    status: TaskStatus
    # Assignee of the task.
    assignee: TaskAssignee
    # When the task was created.
    created: str
    # When the task was last changed.
    updated: str


class Task(_TaskRequired, total=False):
    """A task in full."""

    # Details of the task.
    detail: str
    # Due date.
    due: str
    # Result of the task, or the reason why it has no result.
    result: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class _TaskPageRequired(TypedDict):
    # Entries on this page.
    items: List[TaskEntry]
    # Total number of entries.
    total: int
    # Number of entries skipped before this page.
    offset: int


class TaskPage(_TaskPageRequired, total=False):
    """One page of a list of any length. To go beyond the first 100,000 entries, use `cursor` instead of `offset`.
    """

    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search.
    is_total_at_least: bool
    # Cursor for the next page. Send it as `cursor`, without `offset`. Absent on the last page.
    next_cursor: str
    # The `offset` of the next page; absent on the last page and beyond the maximum offset.
    next_offset: int


class _TaskEntryRequired(TypedDict):
    # Id of the task.
    id: str
    # Title of the task, on one line.
    title: str
    # Status of the task.
    status: TaskStatus
    # Assignee of the task.
    assignee: TaskAssignee
    # When the task was created.
    created: str
    # When the task was last changed.
    updated: str


class TaskEntry(_TaskEntryRequired, total=False):
    """A task as shown in lists, without its full details and result."""

    # Beginning of the details as plain text on one line, at most 200 characters.
    snippet: str
    # Due date.
    due: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class _TaskNextRequired(TypedDict):
    # Number of the agent's tasks with the status `todo`, including this one.
    waiting: int


class TaskNext(_TaskNextRequired, total=False):
    """The agent's next task, if any."""

    # The next task; absent if no task is waiting.
    task: Task
    # True if `waiting` is only a lower bound, because counting stops at 10,000.
    is_waiting_at_least: bool


class TextClass(TypedDict):
    """The classification of a text."""

    # The best label: one of `labels`, spelled as in the arguments.
    label: str
    # Confidence from 0 to 1, as estimated by the model. It is not a measured probability: use it to compare texts, not
    # as an error rate.
    confidence: float


class TextExtract(TypedDict):
    """The extracted values."""

    # The extracted values. If a JSON schema was given, the values are valid against it. Otherwise, the fields follow the
    # description. A list is returned under `items`, and a single value under `value`. Values that the text does not
    # contain are absent.
    data: Dict[str, Any]


class _TextSummaryRequired(TypedDict):
    # The summary. If `style` is `bullets`, each point is on a separate line that begins with `- `.
    text: str


class TextSummary(_TextSummaryRequired, total=False):
    """A summary."""

    # The points, without bullets; absent for prose.
    points: List[str]


class _TextTranslationRequired(TypedDict):
    # Translated text; line breaks, lists and markup are preserved.
    text: str
    # Target language, as an IETF language tag such as `fr`.
    language: str


class TextTranslation(_TextTranslationRequired, total=False):
    """A translation."""

    # Source language, as an IETF language tag; absent if it could not be detected.
    from_language: str


class _InboxViewRequired(TypedDict):
    # Total number of threads, or 1 if an id was given.
    total: int
    # Number of threads skipped before this page.
    offset: int
    # Number of threads with unread messages in the whole inbox.
    unread: int


class InboxView(_InboxViewRequired, total=False):
    """The inbox, or one of its threads."""

    # Threads on this page, most recently updated first; absent if an id was given.
    items: List[InboxThread]
    # The `offset` of the next page; absent on the last page.
    next_offset: int
    # The thread with its messages; present only if an id was given.
    thread: InboxConversation


_InboxThreadRequiredFields = TypedDict(
    "_InboxThreadRequiredFields",
    {
        # Id of the thread.
        "id": "str",
        # Kind of thread.
        "kind": "InboxThreadKind",
        # Subject of the thread.
        "subject": "str",
        # Author of the latest message: a name or an address.
        "from": "str",
        # Beginning of the latest message, at most 180 characters.
        "snippet": "str",
        # Whether the thread has unread messages.
        "is_unread": "bool",
        # Alias of `is_unread`.
        "unread": "bool",
        # When the latest message was written.
        "updated": "str",
    },
    total=True,
)


class _InboxThreadRequired(_InboxThreadRequiredFields):
    pass


class InboxThread(_InboxThreadRequired, total=False):
    """A thread in the inbox."""

    # Path or full address of the page that shows the thread; absent if the thread has no page.
    link: str
    # `others` if the subject, the author or the snippet may be text written by others; otherwise absent.
    origin: TextOrigin


class InboxMark(TypedDict):
    """The read status of a thread."""

    # Id of the thread.
    id: str
    # Whether the thread is now unread.
    is_unread: bool
    # Alias of `is_unread`.
    unread: bool
    # Whether the call changed the thread's read status.
    is_changed: bool
    # Whether the messages are also being marked as read in their chat. This takes a moment and happens only for direct
    # conversations.
    is_carried: bool


class UrlCreated(TypedDict):
    # The new link.
    url: UrlRecord


class UrlCreatedMany(TypedDict):
    # One result per link, in the order sent.
    links: List[UrlMade]
    # Number of links created and charged for.
    made: int
    # Number of links not created.
    failed: int


class UrlNewLink(TypedDict, total=False):
    """One of the links to create. Each link is validated separately, so an invalid link does not affect the others.
    """

    # Destination address, as in `url.create`.
    destinationURL: str
    # Id of the short link, as in `url.create`. If omitted, an id is generated.
    id: str
    # Title, at most 200 characters.
    title: str
    # Tags: at most 20, each of at most 50 characters.
    tags: List[str]
    # Expiry time. If omitted, the link never expires.
    expiresAt: str
    # Whether to forward a visit's query string to the destination.
    forwardQuery: bool


class _UrlExportedRequired(TypedDict):
    # Media type of the file.
    contentType: str
    # Content of the file.
    content: str
    # Number of links in the file.
    count: int
    # Total number of links.
    total: int


class UrlExported(_UrlExportedRequired, total=False):
    # True if `total` is only a lower bound, because counting stops at 10,000.
    isTotalAtLeast: bool
    # Cursor for the next part. Send it as `cursor`, without `offset`. Absent on the last part.
    nextCursor: str
    # The `offset` of the next part; absent on the last part and beyond the maximum offset.
    nextOffset: int


class UrlFound(TypedDict):
    # The link.
    url: UrlRecord


class _UrlListRequired(TypedDict):
    # The caller's links, newest first.
    urlPairs: List[UrlPair]


class UrlList(_UrlListRequired, total=False):
    # Total number of links; absent if all of them are returned because neither `limit` nor `offset` was given.
    total: int
    # True if `total` is only a lower bound, because counting stops at 10,000, or at 1,000 for a search or tag.
    isTotalAtLeast: bool
    # Cursor for the next page. Send it as `cursor`, without `offset`. Absent on the last page.
    nextCursor: str
    # The `offset` of the next page; absent on the last page and beyond the maximum offset.
    nextOffset: int


class _UrlPairRequired(TypedDict):
    # Id of the link, generated or chosen at creation.
    id: str
    # Address of the short link. Its path is `/u/` followed by the id.
    shortURL: str
    # Destination address, normalised according to the URL standard: the host is in lower case, and non-ASCII characters
    # are encoded.
    destinationURL: str
    # When the link was created, in UTC, in ISO 8601 format with nanoseconds.
    created: str
    # Number of visits by people, as a decimal string. Visits by bots, previews and HEAD requests are not counted.
    hitCount: str


class UrlPair(_UrlPairRequired, total=False):
    """A short link as shown in lists. Fields without a value are absent."""

    # Title of the link; absent if it has none.
    title: str
    # Tags of the link in lower case; absent if it has none.
    tags: List[str]
    # When the link expires; absent if it never expires.
    expiresAt: str
    # True if a visit's query string is forwarded to the destination; absent otherwise.
    forwardQuery: bool


class UrlQrCode(TypedDict):
    # Address that the QR code contains.
    shortURL: str
    # Media type of the picture: `image/svg+xml` or `image/png`.
    contentType: str
    # Encoding of the picture in `content`.
    encoding: UrlContentEncoding
    # The picture.
    content: str


class UrlResolved(TypedDict):
    # Destination address.
    destinationURL: str


class _UrlShortenedRequired(TypedDict):
    # Address of the new short link.
    shortURL: str


class UrlShortened(_UrlShortenedRequired, total=False):
    # Destination address with its host name in ASCII (Punycode). Present only if the host name contains other
    # characters, which can look like those of a well-known name.
    destinationURL: str


class UrlStats(TypedDict):
    # Id of the link.
    id: str
    # Address of the short link.
    shortURL: str
    # Visits since the link was created.
    total: UrlVisits
    # Visits on each day of the period, oldest first.
    days: List[UrlDayVisits]
    # Visits by people during the period, for each kind of device, most visits first. Kinds without visits are omitted.
    devices: List[UrlDeviceVisits]
    # Up to 50 sites that people came from during the period, most visits first. Most visits have no
    # referring site.
    referrers: List[UrlReferrerVisits]


class _WorkViewRequired(TypedDict):
    # Total number of pieces of work, or 1 if an id was given.
    total: int
    # Number of pieces of work skipped before this page.
    offset: int


class WorkView(_WorkViewRequired, total=False):
    """The caller's work, or one piece of work."""

    # Pieces of work on this page, newest first; absent if an id was given.
    items: List[WorkItem]
    # The `offset` of the next page; absent on the last page.
    next_offset: int
    # The piece of work with its progress; present only if an id was given.
    work: WorkProgress


class _WorkItemRequired(TypedDict):
    # Id of the work.
    id: str
    # Instructions for the agent.
    prompt: str
    # Status of the work.
    status: WorkStatus
    # Evidence of completion, as reported by the agent; empty until the work is done.
    evidence: List[str]
    # Id of the inbox thread that receives the result.
    thread: str
    # Number of runs.
    run_count: int
    # Cost so far, in credits, of the method calls in all runs.
    cost_credits: float
    # When the work was submitted.
    created: str
    # When the work last changed.
    updated: str


class WorkItem(_WorkItemRequired, total=False):
    """A piece of work given to the agent."""

    # Result; absent until the work is done.
    result: str
    # Result as JSON that is valid against `result_schema`; absent until the work is done, and for work without such a
    # schema.
    data: Dict[str, Any]
    # Id of the task from which the work was started; absent if it was started without a task.
    task: str
    # Position in the caller's queue, starting at 1; absent once the work has begun.
    position: int
    # Alias of `position`.
    place: int
    # Name of the agent; absent for the unnamed agent.
    agent: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class WorkSubmitted(TypedDict):
    """The submitted, retried or cancelled work."""

    # The work with its current progress.
    work: WorkProgress


class AgentCall(TypedDict):
    """A method that the agent called."""

    # Name of the method, such as `notes.add`.
    method: str
    # Whether the call succeeded.
    ok: bool
    # Summary of the call's result, or the reason why the call failed or was rejected.
    text: str
    # Cost of the call in credits.
    cost_credits: float


class NamedAgent(TypedDict):
    """A named agent."""

    # Id of the agent, as used in budgets and rules.
    id: str
    # Name of the agent, as in `agent.ask_named`.
    name: str
    # Instructions that the agent follows in addition to the prompt.
    instructions: str
    # Services that the agent may use, or just `all` for every service that its caller may use.
    services: List[str]
    # Budgets of the agent.
    budgets: List[AgentBudget]
    # Rules of the agent, in addition to those of the account.
    rules: List[AgentRule]


_AgentRuleHoursRequiredFields = TypedDict(
    "_AgentRuleHoursRequiredFields",
    {
        # Start.
        "from": "str",
        # End.
        "to": "str",
    },
    total=True,
)


class _AgentRuleHoursRequired(_AgentRuleHoursRequiredFields):
    pass


class AgentRuleHours(_AgentRuleHoursRequired, total=False):
    """A period from one time of day to another, in the account's time zone. It extends past midnight if `to` is not later
    than `from`.
    """

    # Days on which the period begins. If omitted, the rule applies every day.
    days: List[Weekday]


class _ApprovalArgumentRequired(TypedDict):
    # Name of the argument.
    name: str
    # Exact value: the text itself, or any other value as JSON.
    value: str


class ApprovalArgument(_ApprovalArgumentRequired, total=False):
    """An argument of a proposed call."""

    # Meaning of the argument; absent if none of the values applies.
    kind: ApprovalArgumentKind


class _AppBuildSummaryRequired(TypedDict):
    # Id of the build. Pass it to `apps.buildstatus` or `apps.read`.
    id: str
    # Status of the build.
    status: AppBuildState
    # Alias of `status`.
    state: AppBuildState
    # Beginning of the app's description, at most 200 characters.
    snippet: str
    # Cost of the build in credits. The cost is 0 until the build is complete, and stays 0 if the build fails.
    cost_credits: float
    # URL to poll for the status, with the same credentials. For a build that was paid for without an account, the URL of
    # a page that needs no credentials.
    status_url: str
    # Number of attempts so far, at most three.
    attempts: int
    # Number of times the build was resumed after a server restart.
    recoveries: int
    # When the build was requested.
    created: str
    # When the status last changed.
    updated: str


class AppBuildSummary(_AppBuildSummaryRequired, total=False):
    """A build as shown in lists."""

    # Reason why the build failed. Present only if the build failed.
    error: str
    # Slug of the app that the build changes. Absent if the build creates a new app.
    changes: str
    # Whether the finished app was tested in a browser before it was saved. False if the server has no browser. Absent
    # until the build is complete.
    is_tried: bool
    # Slug of the finished app.
    slug: str
    # Name of the finished app.
    name: str
    # URL that opens the finished app.
    url: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class _AppSummaryRequired(TypedDict):
    # Id of the app. Edits do not change the id.
    id: str
    # Path of the app under `/apps/`. Methods use the slug to identify the app.
    slug: str
    # Name shown above the app.
    name: str
    # Purpose of the app. If no description was given, this is the app's name.
    description: str
    # Tags in lower case.
    tags: List[str]
    # Whether anyone can open the app. If false, only its owner can open it.
    public: bool
    # Price in credits that people other than the owner pay each time they open the app. 0 means that the app is free.
    price_credits: float
    # Number of times people other than the owner have opened the app.
    uses: int
    # Size of the source in bytes.
    size_bytes: int
    # URL that opens the app.
    url: str
    # Origin of the app.
    origin: AppOrigin
    # When the app was first saved.
    created: str
    # When the app was last edited.
    updated: str


class AppSummary(_AppSummaryRequired, total=False):
    """A saved app as shown in lists."""

    # URL of the app's icon, an SVG document. Absent if the app has no icon.
    icon_url: str
    # The owner's username. Absent if the app was paid for without an account.
    author: str


class _AppOriginRequired(TypedDict):
    # How the app was made.
    kind: AppOriginKind


class AppOrigin(_AppOriginRequired, total=False):
    """The origin of an app."""

    # Id of the build that produced the app. Present only for built apps.
    build: str
    # Id of the agent thread in which the app was made. Absent if the app was made outside a thread.
    thread: str
    # For a copy, the slug that the original app had when it was copied.
    slug: str
    # `others` if the app was copied from another account, or if a model wrote it after reading text written by others.
    text: TextOrigin


class _AppIssueRequired(TypedDict):
    # Stable name of the violated rule, such as `syntax_error`.
    rule: str
    # Explanation of the fault and how to fix it.
    message: str


class AppIssue(_AppIssueRequired, total=False):
    """A fault in an app's source."""

    # Line number in the source, starting at 1. Absent if the fault is not on a single line.
    line: int


class _AppCallCheckRequired(TypedDict):
    # Name of the called method, such as `markets.list`.
    operation: str
    # Line number in the source, starting at 1.
    line: int
    # Whether the method exists and apps may call it.
    ok: bool
    # Price in credits that the viewer pays for the call. 0 means that the call is free.
    price_credits: float


class AppCallCheck(_AppCallCheckRequired, total=False):
    """A method call in an app's source."""

    # Explanation of what is wrong with the call. Absent if the call is valid.
    message: str


class ArchiveKindCount(TypedDict):
    """The number of archived entries of one kind."""

    # Kind of the entries.
    kind: ArchiveKind
    # Number of archived entries of this kind.
    total: int


class LoggedUndo(TypedDict):
    """The call that undoes another call. It can fail if the record has changed since then."""

    # Method to call, such as `notes.delete`.
    operation: str
    # Arguments for the method, as a JSON object, such as `{"title":"Groceries"}`.
    arguments: str


class ChatMessage(TypedDict):
    """A message in a chat room."""

    # Id of the message.
    id: str
    # Id of the room in which the message was posted.
    room: str
    # The author's username.
    author: str
    # Text of the message.
    text: str
    # Whether the author's agent posted the message at the author's request. The agent never joins a conversation on its
    # own initiative.
    is_agent: bool
    # When the message was posted.
    created: str


class _MessageAttachmentRequired(TypedDict):
    # File name, as given by the sender.
    name: str
    # Media type, such as `application/pdf`.
    type: str
    # Size in bytes.
    size_bytes: int


class MessageAttachment(_MessageAttachmentRequired, total=False):
    """A file attached to a message."""

    # Download address. Requests must be authenticated as the account that owns the message, by token or session. Absent
    # if the file cannot be downloaded.
    url: str


class _ContactRequired(TypedDict):
    # Id of the contact. Updates do not change the id.
    id: str
    # Name of the contact, as most recently given. The name is unique among the caller's contacts, ignoring case.
    name: str
    # When the contact was created.
    created: str
    # When the contact was last changed.
    updated: str


class Contact(_ContactRequired, total=False):
    """A contact in the caller's address book."""

    # Email address.
    email: str
    # Telephone number as given.
    phone: str
    # The caller's note.
    note: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class EventFreeSlot(TypedDict):
    """A period without events."""

    # Start of the period.
    start: str
    # End of the period.
    end: str
    # Length of the period in minutes.
    minutes: int


class _FlightAirportRequired(TypedDict):
    # ICAO code, or a national code if the airport has no ICAO code.
    icao: str
    # Name of the airport.
    name: str
    # Country code, ISO 3166-1 alpha-2.
    country_code: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float


class FlightAirport(_FlightAirportRequired, total=False):
    """An airport."""

    # Three-letter IATA code. Absent if the airport has no IATA code.
    iata: str
    # City that the airport serves.
    city: str


class _FlightNearbyRequired(TypedDict):
    # 24-bit ICAO address of the aircraft, as six hexadecimal digits.
    hex: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Whether the aircraft is on the ground, either parked or taxiing.
    on_ground: bool
    # When the position was received.
    observed: str
    # Ground distance from the place to the aircraft, in nautical miles.
    distance_nm: float
    # Bearing from the place to the aircraft in degrees clockwise from true north.
    bearing_deg: float
    # Bearing as a compass point.
    compass: CompassPoint


class FlightNearby(_FlightNearbyRequired, total=False):
    """An aircraft and its distance from the requested place."""

    # Radio callsign, such as `BAW117`.
    callsign: str
    # Flight number derived from the callsign, such as `BA117`. Absent if the airline is unknown, or if the callsign does
    # not consist of the airline's code and the flight number.
    flight: str
    # Name of the airline.
    airline: str
    # Registration painted on the aircraft, such as `G-ZBKL`.
    registration: str
    # ICAO designator of the aircraft type, such as `B789`.
    type_code: str
    # Name of the aircraft type, such as `Boeing 787-9`.
    type_name: str
    # Barometric altitude in feet, based on standard pressure. Absent on the ground.
    altitude_ft: int
    # Rate of climb in feet per minute. Negative values mean that the aircraft is descending.
    climb_fpm: int
    # Ground speed in knots.
    speed_kt: float
    # Ground track in degrees clockwise from true north.
    heading_deg: float
    # Transponder code of four octal digits.
    squawk: str
    # Emergency indicated by the transponder code. Absent if the code does not indicate an emergency.
    emergency: FlightEmergency


class _ScheduledFlightRequired(TypedDict):
    # IATA flight number, such as `BA117`.
    flight: str
    # Flight numbers under which other airlines sell this flight.
    codeshares: List[str]
    # Departure date, in the departure airport's time zone.
    day: str
    # Status of the flight.
    status: FlightState
    # Place and time of departure.
    departure: FlightStop
    # Place and time of arrival.
    arrival: FlightStop


class ScheduledFlight(_ScheduledFlightRequired, total=False):
    """A scheduled flight on a specific day."""

    # Name of the airline.
    airline: str
    # True if the provider reports that the flight may be cancelled. In that case, `status` is `unknown`. Otherwise
    # absent.
    is_cancellation_possible: bool
    # The aircraft's registration. Absent if the registration is not known yet.
    registration: str


class _FlightTrackedRequired(TypedDict):
    # 24-bit ICAO address of the aircraft, as six hexadecimal digits.
    hex: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Whether the aircraft is on the ground, either parked or taxiing.
    on_ground: bool
    # When the position was received.
    observed: str
    # Nearest major airport.
    nearest_airport: FlightNearestAirport


class FlightTracked(_FlightTrackedRequired, total=False):
    """An airborne aircraft and the nearest airport."""

    # Radio callsign, such as `BAW117`.
    callsign: str
    # Flight number derived from the callsign, such as `BA117`. Absent if the airline is unknown, or if the callsign does
    # not consist of the airline's code and the flight number.
    flight: str
    # Name of the airline.
    airline: str
    # Registration painted on the aircraft, such as `G-ZBKL`.
    registration: str
    # ICAO designator of the aircraft type, such as `B789`.
    type_code: str
    # Name of the aircraft type, such as `Boeing 787-9`.
    type_name: str
    # Barometric altitude in feet, based on standard pressure. Absent on the ground.
    altitude_ft: int
    # Rate of climb in feet per minute. Negative values mean that the aircraft is descending.
    climb_fpm: int
    # Ground speed in knots.
    speed_kt: float
    # Ground track in degrees clockwise from true north.
    heading_deg: float
    # Transponder code of four octal digits.
    squawk: str
    # Emergency indicated by the transponder code. Absent if the code does not indicate an emergency.
    emergency: FlightEmergency


class _FoodBusinessRequired(TypedDict):
    # Id that the Food Standards Agency assigned to the business.
    id: str
    # Name of the business.
    name: str
    # Rating as text, such as `5`, `Pass`, `Pass and Eat Safe`, `Improvement Required`, `Awaiting Inspection`,
    # `Awaiting Publication` or `Exempt`.
    rating: str
    # Rating scheme that applies to the business.
    scheme: FoodHygieneScheme
    # Whether a newer rating is awaiting publication.
    new_rating_pending: bool
    # Council that inspects the business.
    local_authority: str
    # URL of the page that shows the business and its rating.
    url: str


class FoodBusiness(_FoodBusinessRequired, total=False):
    """A food business and its latest inspection."""

    # Kind of business, such as `Restaurant/Cafe/Canteen`.
    kind: str
    # Rating as a number from 0 (urgent improvement needed) to 5 (very good). Absent in Scotland and for unrated
    # businesses.
    rating_value: int
    # Date of the latest inspection. Absent if the business has not been inspected yet.
    rated_on: str
    # Penalty points from the latest inspection. Absent in Scotland and before the first inspection.
    penalty_points: FoodPenaltyPoints
    # Address on one line. Absent if the business is run from a private home.
    address: str
    # Postcode.
    postcode: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Distance in kilometres from the given point.
    distance_km: float


class _FoodNutritionRequired(TypedDict):
    # Whether the values are per 100 grams or per 100 millilitres.
    basis: FoodBasis


class FoodNutrition(_FoodNutritionRequired, total=False):
    """Nutrition per 100 grams or 100 millilitres. Values that are not stated on the packet are absent."""

    # Energy in kilocalories.
    energy_kcal: float
    # Fat in grams.
    fat_g: float
    # Saturated fat in grams.
    saturated_fat_g: float
    # Carbohydrate in grams.
    carbohydrate_g: float
    # Sugars in grams.
    sugars_g: float
    # Fibre in grams.
    fibre_g: float
    # Protein in grams.
    protein_g: float
    # Salt in grams.
    salt_g: float


class GroupMember(TypedDict):
    """A member of a group."""

    # The member's username.
    account: str
    # The member's role.
    role: GroupRole
    # When the member joined.
    joined: str


class GroupInvitee(TypedDict):
    """A person with an open invitation. If the member who sent the invitation leaves the group, the invitation is
    withdrawn.
    """

    # The invited person's username.
    account: str
    # Username of the member who sent the invitation.
    invited_by: str
    # When the invitation was sent.
    created: str
    # When the invitation expires, seven days after it was last sent.
    expires: str


class GroupSummary(TypedDict):
    """A private group as seen by the caller, without the member list."""

    # Id of the group.
    id: str
    # Name of the group.
    name: str
    # Whether only chat clients with end-to-end encryption can post in the group. This cannot be changed later.
    encrypted: bool
    # The owner's username.
    owner: str
    # The caller's role in the group.
    role: GroupRole
    # Number of members, including the owner.
    member_count: int
    # Id of the group's chat room. Pass it as `room` to `chat.messages` or `chat.send`.
    room: str
    # When the group was created.
    created: str
    # When the group's name, members, roles or invitations last changed.
    updated: str


class GroupInvitation(TypedDict):
    """An open invitation for the caller."""

    # Id of the group. To accept or decline the invitation, pass this value as `id` to `groups.update`.
    group: str
    # Name of the group.
    group_name: str
    # Username of the member who invited the caller.
    invited_by: str
    # When the invitation was sent.
    created: str
    # When the invitation expires.
    expires: str


class _HazardAlertRequired(TypedDict):
    # The provider's id for the event, such as `TC1001234`.
    id: str
    # Kind of disaster.
    kind: HazardKind
    # Expected impact.
    level: HazardLevel
    # Name of the event.
    name: str
    # Affected countries. Empty for a disaster at sea.
    countries: List[HazardCountry]
    # When the disaster began.
    started: str
    # When the disaster was last observed.
    observed: str
    # When the alert was last changed.
    updated: str
    # Latitude of the disaster's centre in degrees north.
    lat: float
    # Longitude of the disaster's centre in degrees east.
    lon: float
    # URL of the page about the event.
    url: str


class HazardAlert(_HazardAlertRequired, total=False):
    """An ongoing disaster."""

    # Description of the severity.
    severity: str
    # Distance from the disaster's centre to the given point, in kilometres.
    distance_km: float
    # Agency that reported the disaster, such as `JTWC`.
    reported_by: str


class _HazardFloodRequired(TypedDict):
    # The flood area's code. Each area has at most one message.
    id: str
    # Name of the flood area.
    area: str
    # Severity of the message.
    severity: HazardFloodSeverity
    # When the message was first issued.
    raised: str
    # When the message text was last changed.
    updated: str


class HazardFlood(_HazardFloodRequired, total=False):
    """A flood message for an area in England."""

    # County or counties in which the flood area lies.
    county: str
    # River or sea that may cause the flood.
    river_or_sea: str
    # The agency's full message. Absent if the agency has not published any text.
    message: str
    # Whether tides or waves cause the flood. Absent if the agency does not report the cause.
    tidal: bool
    # Latitude of the area's centre in degrees north. Absent if the agency has not published the location yet. A message
    # without a location is listed for every point.
    lat: float
    # Longitude of the area's centre in degrees east.
    lon: float
    # Distance from the area's centre to the given point, in kilometres.
    distance_km: float
    # URL of the page that shows the area's messages.
    url: str


class _HazardQuakeRequired(TypedDict):
    # The provider's id for the earthquake.
    id: str
    # Magnitude.
    magnitude: float
    # When the earthquake occurred.
    occurred: str
    # Time between the earthquake and the response, in seconds.
    age_s: int
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Whether to check with the tsunami warning centres. True for a large earthquake at sea. A true value does not mean
    # that a tsunami or a tsunami bulletin exists.
    tsunami_check: bool
    # Whether a seismologist has reviewed the values. If false, the values were computed automatically.
    reviewed: bool
    # URL of the page about the earthquake.
    url: str


class HazardQuake(_HazardQuakeRequired, total=False):
    """An earthquake."""

    # Magnitude scale, such as `mww`.
    magnitude_type: str
    # Description of the location.
    place: str
    # Depth in kilometres; negative above sea level. Absent if unknown.
    depth_km: float
    # Expected loss of life and property. Absent until an estimate is available.
    impact: HazardImpact
    # Distance in kilometres from the given point.
    distance_km: float


class IslamPart(TypedDict):
    """A part for which the passage has no separate field."""

    # Name of the part, as given by the source.
    name: str
    # Text of the part.
    text: str


class _MailPartyRequired(TypedDict):
    # Full email address, or a username on this instance.
    address: str


class MailParty(_MailPartyRequired, total=False):
    """A sender or recipient of mail."""

    # Display name. Absent if the message has none or, for a sender, if the name contains another address.
    name: str


class MapAreaTile(TypedDict):
    """One tile of an area."""

    # Address of the tile image, a PNG of 256 by 256 pixels. Only callers with an account can request a tile that is not
    # cached.
    url: str
    # Column, from 0 in the west.
    x: int
    # Row, from 0 in the north.
    y: int
    # Whether the tile is in the instance's cache.
    held: bool
    # Whether a map is available for this tile. A cached tile is always available. Any other tile is available only if it
    # shows part of Great Britain or of the sea within about 15 km of the coast. The instance's key must also cover the
    # zoom level: 7 to 16, or 7 to 20 with a premium key. If false, the address returns no tile.
    covered: bool


class GeoBox(TypedDict):
    """A box between two parallels and two meridians, in degrees (WGS 84). If `west` is greater than `east`, the box crosses
    the 180th meridian.
    """

    # Latitude of the northern edge, in degrees north.
    north: float
    # Latitude of the southern edge, in degrees north.
    south: float
    # Longitude of the eastern edge, in degrees east.
    east: float
    # Longitude of the western edge, in degrees east.
    west: float


class _NotifyDeviceRequired(TypedDict):
    # Id of the device.
    id: str
    # Name of the device, such as `Firefox on Android`.
    label: str
    # When notifications were allowed on the device.
    created: str


class NotifyDevice(_NotifyDeviceRequired, total=False):
    """A device that can receive notifications: a browser whose owner has allowed them."""

    # When a push service last accepted a notification for the device; absent if this has not happened yet.
    last_notified: str


class PlaceAddressParts(TypedDict, total=False):
    """The parts of an address. Parts that the place does not have are absent."""

    # House number.
    house_number: str
    # Street.
    street: str
    # Part of the city or town.
    suburb: str
    # City, town or village.
    city: str
    # County or district.
    county: str
    # State or province. In Britain, this is the country, such as England.
    state: str
    # Postcode.
    postcode: str
    # Country.
    country: str
    # Country as an ISO 3166-1 alpha-2 code.
    country_code: str


class _PlaceMatchRequired(TypedDict):
    # Address on one line.
    address: str
    # Parts of the address.
    parts: PlaceAddressParts
    # Kind of place, such as `station`, `city` or `house`.
    kind: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float


class PlaceMatch(_PlaceMatchRequired, total=False):
    """A place found by name."""

    # The provider's id for the place, such as `osm:way/5013364`; absent for a plain address.
    id: str
    # Name of the place; absent for a plain address.
    name: str
    # Area that the place covers.
    bounds: GeoBox


class _PlaceOfInterestRequired(TypedDict):
    # The provider's id for the place.
    id: str
    # Name of the place.
    name: str
    # Kind of place, such as `cafe` or `pharmacy`.
    kind: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Straight-line distance in metres from the centre of the search.
    distance_m: int


class PlaceOfInterest(_PlaceOfInterestRequired, total=False):
    """A point of interest."""

    # Address on one line.
    address: str
    # Whether the place is open now; absent if unknown.
    open_now: bool
    # Opening hours as text or in OpenStreetMap's notation.
    opening_hours: str
    # Telephone number.
    phone: str
    # Website.
    website: str
    # Cuisine of a restaurant or café.
    cuisine: str


class PrayerChapter(TypedDict):
    """A chapter of the Quran."""

    # Number of the chapter, 1 to 114.
    number: int
    # Name of the chapter in Latin letters.
    name: str
    # Meaning of the name.
    meaning: str
    # Name of the chapter in Arabic.
    arabic: str
    # Number of verses in the chapter.
    verse_count: int


class PrayerVerse(TypedDict):
    """A verse of the Quran."""

    # Number of the chapter.
    chapter: int
    # Number of the verse within the chapter.
    verse: int
    # Reference to cite, such as `Quran 112:1`.
    reference: str
    # The verse in Arabic.
    arabic: str
    # English translation of the verse.
    translation: str


class _PrayerHadithRequired(TypedDict):
    # Collection that contains the saying.
    collection: str
    # Number of the book within the collection.
    book: int
    # Number of the saying in the source.
    number: int
    # Reference to cite, such as `Sahih al-Bukhari 1`. If the provider uses its own numbering, the reference names the
    # provider.
    reference: str
    # English translation of the saying.
    translation: str
    # Language of the translation, as an IETF language tag.
    language: str


class PrayerHadith(_PrayerHadithRequired, total=False):
    """A saying of the Prophet."""

    # Name of the book.
    book_name: str
    # Narrator of the saying.
    narrator: str
    # The saying in Arabic.
    arabic: str


class PrayerDivineName(TypedDict):
    """One of the names of God."""

    # Number of the name in the traditional order, 1 to 99.
    number: int
    # The name in Arabic.
    arabic: str
    # The name in Latin letters.
    transliteration: str
    # Meaning of the name.
    meaning: str


class PrayerTimes(TypedDict, total=False):
    """The prayer times of one day. Times that do not occur on that day are absent. This can happen far north or south.
    """

    # Dawn prayer.
    fajr: PrayerTime
    # Sunrise, when the time for the dawn prayer ends. Sunrise is not a prayer.
    sunrise: PrayerTime
    # Noon prayer.
    dhuhr: PrayerTime
    # Afternoon prayer.
    asr: PrayerTime
    # Sunset prayer.
    maghrib: PrayerTime
    # Night prayer.
    isha: PrayerTime


class PrayerNext(TypedDict):
    """The next prayer."""

    # Name of the prayer.
    name: PrayerName
    # Local time in the requested time zone, as `HH:MM`. The time can be on the previous or next day, for example for a
    # night prayer after midnight: see `at`.
    local: str
    # The same time in UTC, rounded to the minute.
    at: str
    # Time until the prayer, in seconds.
    in_s: int


class RouteEnd(TypedDict):
    """The start or the end of a route."""

    # Name of the resolved place, or the coordinates.
    place: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float


class _RouteStepRequired(TypedDict):
    # Text of the instruction.
    instruction: str
    # Distance in metres to the next instruction. The distances of all steps add up to the journey's `distance_m`.
    distance_m: int
    # Time in seconds to the next instruction, without traffic. The times of all steps add up to the journey's
    # `duration_s` minus its `traffic_delay_s`.
    duration_s: int
    # Latitude of the step's start in degrees north.
    lat: float
    # Longitude of the step's start in degrees east.
    lon: float


class RouteStep(_RouteStepRequired, total=False):
    """An instruction for a journey."""

    # The ride to take; absent if the instruction is not for public transport.
    ride: RouteRide


class _RouteDestinationRequired(TypedDict):
    # Destination as given in the arguments.
    name: str
    # Name of the resolved place.
    place: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Distance in metres along the route.
    distance_m: int
    # Travel time in seconds, including expected traffic if known.
    duration_s: int
    # True if no routing provider was available, so the distance and time are estimated from the straight-line distance.
    # Always true for public transport if the instance has no public transport provider.
    is_estimate: bool


class RouteDestination(_RouteDestinationRequired, total=False):
    """A destination and the journey to it."""

    # Part of the travel time that is due to traffic, in seconds; absent if unknown.
    traffic_delay_s: int


class RouteUnreached(TypedDict):
    """A destination that could not be ranked."""

    # Destination as given in the arguments.
    name: str
    # Reason why the destination was not ranked: the place was not found, no route exists, or the lookup failed.
    reason: str


_InboxConversationRequiredFields = TypedDict(
    "_InboxConversationRequiredFields",
    {
        # Id of the thread.
        "id": "str",
        # Kind of thread.
        "kind": "InboxThreadKind",
        # Subject of the thread.
        "subject": "str",
        # Author of the latest message: a name or an address.
        "from": "str",
        # Beginning of the latest message, at most 180 characters.
        "snippet": "str",
        # Whether the thread has unread messages.
        "is_unread": "bool",
        # Alias of `is_unread`.
        "unread": "bool",
        # When the latest message was written.
        "updated": "str",
        # The latest messages, oldest first. At most 200 messages are returned, or fewer if they would exceed 200,000
        # characters in total.
        "messages": "List[InboxMessage]",
        # Number of earlier messages that are omitted.
        "omitted": "int",
    },
    total=True,
)


class _InboxConversationRequired(_InboxConversationRequiredFields):
    pass


class InboxConversation(_InboxConversationRequired, total=False):
    """A thread with its messages."""

    # Path or full address of the page that shows the thread; absent if the thread has no page.
    link: str
    # `others` if the subject, the author or the snippet may be text written by others; otherwise absent.
    origin: TextOrigin


class _UrlRecordRequired(TypedDict):
    # Id of the link, generated or chosen at creation.
    id: str
    # Address of the short link. Its path is `/u/` followed by the id.
    shortURL: str
    # Destination address, normalised according to the URL standard: the host is in lower case, and non-ASCII characters
    # are encoded.
    destinationURL: str
    # When the link was created, in UTC, in ISO 8601 format with nanoseconds.
    created: str
    # Number of visits by people, as a decimal string. Visits by bots, previews and HEAD requests are not counted.
    hitCount: str


class UrlRecord(_UrlRecordRequired, total=False):
    """A short link in full."""

    # Title of the link; absent if it has none.
    title: str
    # Tags of the link in lower case; absent if it has none.
    tags: List[str]
    # When the link expires; absent if it never expires.
    expiresAt: str
    # True if a visit's query string is forwarded to the destination; absent otherwise.
    forwardQuery: bool
    # When the link was last changed; absent if it has never been changed.
    updated: str


class UrlMade(TypedDict, total=False):
    """The result for one of the links: the new link or an error."""

    # The new link; absent if it was not created.
    url: UrlRecord
    # The error that `url.create` would have returned; absent if the link was created.
    error: LegacyProblem


class UrlVisits(TypedDict):
    """Visits by kind of visitor."""

    # Number of visits by people, as counted by `hitCount`.
    people: int
    # Number of visits by bots and of previews that chat apps or browsers load automatically.
    bots: int
    # Number of HEAD requests, which check a link without following it.
    heads: int


class UrlDayVisits(TypedDict):
    """The visits on one day."""

    # Day in UTC.
    day: str
    # Number of visits by people, as counted by `hitCount`.
    people: int
    # Number of visits by bots and of previews that chat apps or browsers load automatically.
    bots: int
    # Number of HEAD requests, which check a link without following it.
    heads: int


class UrlDeviceVisits(TypedDict):
    """Visits by people using one kind of device."""

    # Kind of device.
    device: UrlDevice
    # Visits by people.
    people: int


class UrlReferrerVisits(TypedDict):
    """Visits by people who came from one site."""

    # Host name of the referring page.
    host: str
    # Visits by people.
    people: int


class _WorkProgressRequired(TypedDict):
    # Id of the work.
    id: str
    # Instructions for the agent.
    prompt: str
    # Status of the work.
    status: WorkStatus
    # Evidence of completion, as reported by the agent; empty until the work is done.
    evidence: List[str]
    # Id of the inbox thread that receives the result.
    thread: str
    # Number of runs.
    run_count: int
    # Cost so far, in credits, of the method calls in all runs.
    cost_credits: float
    # When the work was submitted.
    created: str
    # When the work last changed.
    updated: str
    # Runs, earliest first; the last one shows the current progress.
    runs: List[WorkRun]


class WorkProgress(_WorkProgressRequired, total=False):
    """A piece of work with its progress."""

    # Result; absent until the work is done.
    result: str
    # Result as JSON that is valid against `result_schema`; absent until the work is done, and for work without such a
    # schema.
    data: Dict[str, Any]
    # Id of the task from which the work was started; absent if it was started without a task.
    task: str
    # Position in the caller's queue, starting at 1; absent once the work has begun.
    position: int
    # Alias of `position`.
    place: int
    # Name of the agent; absent for the unnamed agent.
    agent: str
    # `others` if a model wrote the record after reading text written by others. The value disappears when the owner
    # edits the record or confirms it on the record's page. Otherwise absent.
    origin: TextOrigin


class FlightStop(TypedDict, total=False):
    """The departure or arrival of a scheduled flight. Times that the provider does not report are absent."""

    # Name of the airport.
    airport: str
    # IATA code of the airport.
    iata: str
    # IANA time zone of the airport, for displaying local times.
    timezone: str
    # Scheduled time.
    scheduled: str
    # Currently expected time.
    estimated: str
    # Actual time.
    actual: str
    # Delay in seconds.
    delay_s: int
    # Terminal.
    terminal: str
    # Gate.
    gate: str
    # Baggage belt.
    baggage: str


class _FlightNearestAirportRequired(TypedDict):
    # ICAO code, or a national code if the airport has no ICAO code.
    icao: str
    # Name of the airport.
    name: str
    # Country code, ISO 3166-1 alpha-2.
    country_code: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Distance between the airport and the aircraft, in nautical miles.
    distance_nm: float
    # Direction from the airport to the aircraft.
    compass: CompassPoint


class FlightNearestAirport(_FlightNearestAirportRequired, total=False):
    """The airport nearest to an aircraft."""

    # Three-letter IATA code. Absent if the airport has no IATA code.
    iata: str
    # City that the airport serves.
    city: str


class FoodPenaltyPoints(TypedDict):
    """Penalty points from an inspection. Fewer points are better."""

    # Points for food handling, from 0 (very good) to 25.
    hygiene: int
    # Points for the condition of the building, from 0 (very good) to 25.
    structural: int
    # Points for confidence in the management, from 0 (very good) to 30.
    management: int


class _HazardCountryRequired(TypedDict):
    # Name in English.
    name: str


class HazardCountry(_HazardCountryRequired, total=False):
    """A country affected by a disaster."""

    # Two-letter country code (ISO 3166-1), such as `PH`. Absent if the provider does not report it.
    code: str


class PrayerTime(TypedDict):
    """A time of day."""

    # Local time in the requested time zone, as `HH:MM`. The time can be on the previous or next day, for example for a
    # night prayer after midnight: see `at`.
    local: str
    # The same time in UTC, rounded to the minute.
    at: str


class _RouteRideRequired(TypedDict):
    # Name of the line, such as `Victoria line` or `73`.
    line: str
    # Kind of vehicle, such as `bus`, `tram`, `subway` or `train`.
    vehicle: str
    # Stop where the ride starts.
    from_stop: str
    # Stop where the ride ends.
    to_stop: str


class RouteRide(_RouteRideRequired, total=False):
    """A ride on public transport."""

    # Destination shown on the vehicle.
    headsign: str
    # Number of stops, including the last one.
    stops: int
    # When the ride starts.
    depart_at: str
    # When the ride ends.
    arrive_at: str


_InboxMessageRequiredFields = TypedDict(
    "_InboxMessageRequiredFields",
    {
        # Id of the message.
        "id": "str",
        # The author's role.
        "role": "InboxRole",
        # The author's name or address.
        "from": "str",
        # The message as plain text, at most 40,000 characters.
        "text": "str",
        # Whether the message is longer than `text`.
        "is_truncated": "bool",
        # When the message was written.
        "created": "str",
    },
    total=True,
)


class _InboxMessageRequired(_InboxMessageRequiredFields):
    pass


class InboxMessage(_InboxMessageRequired, total=False):
    """A message in a thread."""

    # `others` if someone else wrote the message, or if a model wrote it after reading text written by others. The value
    # disappears when the owner confirms, on the message's page, what the model wrote. Otherwise absent.
    origin: TextOrigin


class LegacyProblem(TypedDict):
    """The error body for the gateway and the URL service."""

    # Operation that failed, such as `url.resolve`.
    id: str
    # The HTTP status as a number.
    code: int
    # Human-readable explanation of the error.
    detail: str
    # The HTTP status as text, such as `Bad Request`.
    status: str


class _WorkRunRequired(TypedDict):
    # Number of the run, starting at 1.
    number: int
    # Status of the run.
    status: WorkStatus
    # Steps in order.
    steps: List[WorkStep]
    # When the run began.
    started: str


class WorkRun(_WorkRunRequired, total=False):
    """A run of a piece of work."""

    # Reason why the run failed, is blocked or was cancelled; absent otherwise.
    error: str
    # When the run ended; absent while it is running.
    finished: str


class WorkStep(TypedDict):
    """A step in a piece of work: a method call by the agent."""

    # The method, such as `notes.add`.
    method: str
    # Whether the call succeeded.
    ok: bool
    # The result of the call, or the reason why it failed, in one sentence. If the call was interrupted, the text states
    # that the call may or may not have taken effect.
    text: str
    # Cost in credits.
    cost_credits: float
    # When the step began.
    started: str
    # Duration in seconds.
    duration_s: float
