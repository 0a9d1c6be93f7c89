# Written by `npm run generate` from spec/. Do not edit.
"""Results of methods: dictionaries as in JSON, with the types of their fields."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict, Union


# Kind of archived entry.
ArchiveKind = Literal["news", "post", "video", "market", "social", "reminder"]


# Which kind of saved items a list shows.
BookmarkKindFilter = Literal["", "article", "video", "post", "link"]


# A field of a card that can be empty.
ContactField = Literal["email", "phone", "note"]


# How an event repeats.
EventRepeat = Literal["hourly", "daily", "weekly", "monthly"]


# A new repetition for an event.
EventRepeatChange = Literal["hourly", "daily", "weekly", "monthly", ""]


# How a file's content is encoded in JSON if it is not plain text.
FileEncoding = Literal["base64"]


# What to do with a group.
GroupAction = Literal["invite", "accept", "decline", "remove", "role", "rename", "delete"]


# The day whose stories are listed.
NewsDay = Literal["today"]


# Where a conversation with the agent was held, as far as it can be asked for.
RecallClient = Literal["web", "mail", "cli"]


# Channel of a message.
SmsChannel = Literal["sms", "whatsapp"]


# Who a task is for.
TaskAssignee = Literal["me", "agent"]


# Status of a task. Any status may follow any other. Every task that is not done counts as open.
TaskStatus = Literal["todo", "doing", "done", "failed", "blocked"]


# What to do with a thread.
InboxAction = Literal["mark_read", "mark_unread"]


# Format of a file.
UrlExportFormat = Literal["csv", "json"]


# Format of a picture.
UrlQrFormat = Literal["svg", "png"]


# How much of a QR code may be dirty or covered before it becomes unreadable; a higher level makes the code denser.
UrlQrCorrection = Literal["low", "medium", "quartile", "high"]


# Status of a piece of work.
WorkStatus = Literal["todo", "doing", "done", "failed", "blocked"]


# What to do with existing work.
WorkAction = Literal["retry"]


# Status of a build. `complete` and `failed` are final.
AppBuildState = Literal["queued", "generating", "validating", "saving", "complete", "failed"]


# What was saved.
BookmarkKind = Literal["article", "video", "post", "link"]


# Direction of a message.
MessageDirection = Literal["incoming", "outgoing"]


# Delivery status of a sent message.
MessageDelivery = Literal["delivered", "queued", "failed"]


# Status of an event.
EventState = Literal["upcoming", "past"]


# Nutri-Score, from the best to the worst.
FoodGrade = Literal["A", "B", "C", "D", "E"]


# Degree of processing, in the four groups of the NOVA classification.
FoodProcessing = Literal["unprocessed", "culinary_ingredient", "processed", "ultra_processed"]


# What a member may do.
GroupRole = Literal["member", "admin", "owner"]


# Origin of a picture.
ImageOrigin = Literal["uploaded", "generated", "daily"]


# The collection a passage belongs to; the first part of its path.
IslamCollection = Literal["quran", "hadith", "names", "seerah", "ghazali", "islamqa", "adhkar", "salihin"]


# Style of a map.
MapStyle = Literal["road", "outdoor", "light"]


# Unit that a price is for.
MarketUnit = Literal["unit", "share", "barrel", "troy_ounce", "pound", "bushel"]


# Kind of instrument.
MarketCategory = Literal["crypto", "stocks", "commodities", "futures", "currencies"]


# The sixteen points of the compass.
CompassPoint = Literal["N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"]


# Calculation method: sun angles for Fajr and Isha, and the minutes of precaution that the authority adds to its own
# tables.
PrayerMethod = Literal["isna", "mwl", "egypt", "karachi", "gulf", "diyanet", "muis", "jakim", "umm_al_qura", "dubai", "qatar", "kuwait", "moonsighting", "tehran", "morocco"]


# When the afternoon prayer begins.
PrayerAsr = Literal["shafi", "hanafi"]


# How early Fajr and how late Isha may be where nights are short: a part of the night, from sunset to sunrise.
PrayerHighLatitude = Literal["angle", "middle", "seventh"]


# The five prayers of a day.
PrayerName = Literal["fajr", "dhuhr", "asr", "maghrib", "isha"]


# A day on which the sun does not rise or does not set.
PrayerPolar = Literal["day", "night"]


# Where a conversation with the agent was held.
RecallPlace = Literal["web", "mail", "cli", "other"]


# Mode of travel.
RouteMode = Literal["drive", "walk", "cycle", "transit"]


# Kind of an inbox thread.
InboxThreadKind = Literal["agent", "mail", "sms", "chat", "work", "reminder"]


# How bytes are encoded as text.
UrlContentEncoding = Literal["text", "base64"]


# How an app was made.
AppOriginKind = Literal["created", "build", "fork"]


# What a chat room is about.
ChatRoomKind = Literal["post", "news", "video", "topic", "group", "direct"]


# What an emergency transponder code stands for. Codes are also set by mistake.
FlightEmergency = Literal["unlawful_interference", "radio_failure", "general"]


# Status of a scheduled flight.
FlightState = Literal["scheduled", "active", "landed", "cancelled", "diverted", "incident", "unknown"]


# The scheme a business is rated under.
FoodHygieneScheme = Literal["FHRS", "FHIS"]


# What the amounts of a nutrition table are for.
FoodBasis = Literal["g", "ml"]


# Kind of disaster.
HazardKind = Literal["cyclone", "flood", "volcano", "wildfire", "earthquake", "tsunami", "drought", "other"]


# Expected humanitarian impact, from the least to the worst.
HazardLevel = Literal["green", "orange", "red"]


# Severity of a flood message, from the most to the least severe.
HazardFloodSeverity = Literal["severe_warning", "warning", "alert"]


# The colours of an impact estimate, from the least to the worst.
HazardImpact = Literal["green", "yellow", "orange", "red"]


# Author of a message, by role.
RecallRole = Literal["owner", "agent", "other"]


# Status of a message.
SmsStatus = Literal["queued", "sent", "delivered", "failed", "received"]


# A kind of device.
UrlDevice = Literal["desktop", "mobile", "tablet", "other"]


# Author of a message, by role.
InboxRole = Literal["owner", "agent", "other"]


class PaymentsTopUp(TypedDict):
    """Result of a top-up."""

    # The credits that were added to the balance.
    credits: int


class AgentAnswer(TypedDict):
    """The agent's reply."""

    # The agent's reply; never empty.
    text: str
    # Id of the thread; send it to continue the conversation.
    thread: str
    # The methods that the agent called, in order.
    calls: List[AgentCall]
    # What the methods that the agent called cost, in credits.
    cost_credits: float


class _AppBuildAcceptedRequired(TypedDict):
    # Id of the build; `apps.buildstatus` and `apps.read` take it.
    id: str
    # Status of the build.
    state: AppBuildState
    # The beginning of the description the app is built from, at most 200 characters.
    snippet: str
    # What the build cost in credits: 0 until it is complete, and if it failed.
    cost_credits: float
    # Where to poll this build's status, with the same credentials; for a build that was paid for without an account, a
    # page that anyone who has its address can open.
    status_url: str
    # How many attempts were made so far, at most three.
    attempts: int
    # How often the build was resumed after a restart of the server.
    recoveries: int
    # When the build was requested.
    created: str
    # When the status last changed.
    updated: str
    # The description the app is built from.
    prompt: str
    # True if a new build was queued, false if the request matched an earlier one.
    is_new: bool


class AppBuildAccepted(_AppBuildAcceptedRequired, total=False):
    """The build that the request started or matched."""

    # Why the build failed, when it did.
    error: str
    # Slug of the app that the build changes; absent if it builds a new one.
    changes: str
    # True if the finished app was opened in a browser before it was saved, false where the server has no browser; absent
    # before it is complete.
    is_tried: bool
    # Slug of the finished app.
    slug: str
    # Name of the finished app.
    name: str
    # Where the finished app opens.
    url: str


class AppBuildList(TypedDict):
    """A complete list. Name it: `model NoteList is List<Note>`."""

    # The entries.
    items: List[AppBuildSummary]


class _AppBuildRequired(TypedDict):
    # Id of the build; `apps.buildstatus` and `apps.read` take it.
    id: str
    # Status of the build.
    state: AppBuildState
    # The beginning of the description the app is built from, at most 200 characters.
    snippet: str
    # What the build cost in credits: 0 until it is complete, and if it failed.
    cost_credits: float
    # Where to poll this build's status, with the same credentials; for a build that was paid for without an account, a
    # page that anyone who has its address can open.
    status_url: str
    # How many attempts were made so far, at most three.
    attempts: int
    # How often the build was resumed after a restart of the server.
    recoveries: int
    # When the build was requested.
    created: str
    # When the status last changed.
    updated: str
    # The description the app is built from.
    prompt: str


class AppBuild(_AppBuildRequired, total=False):
    """A build job: an app being made from a description. It survives restarts."""

    # Why the build failed, when it did.
    error: str
    # Slug of the app that the build changes; absent if it builds a new one.
    changes: str
    # True if the finished app was opened in a browser before it was saved, false where the server has no browser; absent
    # before it is complete.
    is_tried: bool
    # Slug of the finished app.
    slug: str
    # Name of the finished app.
    name: str
    # Where the finished app opens.
    url: str


class AppList(TypedDict):
    """A complete list. Name it: `model NoteList is List<Note>`."""

    # The entries.
    items: List[AppSummary]


class _AppRequired(TypedDict):
    # Id of the app; stays the same through every edit.
    id: str
    # Address of the app below `/apps/`; every method that takes an app takes this.
    slug: str
    # Name shown above the app.
    name: str
    # What the app is for; the name if no description was given.
    description: str
    # Tags in lower case.
    tags: List[str]
    # True when anyone may open the app, false when only its owner may.
    public: bool
    # Price in credits that a viewer other than the owner pays for each opening; 0 is free.
    price_credits: float
    # How often the app was opened by anyone but its owner.
    uses: int
    # Size of the source in bytes.
    size_bytes: int
    # Where the app opens.
    url: str
    # Where the app came from.
    origin: AppOrigin
    # When the app was first saved.
    created: str
    # When the app was last edited.
    updated: str


class App(_AppRequired, total=False):
    """A saved app. Its source is not part of the record: `apps.read` returns it to the owner."""

    # Address of the app's icon, an SVG document; absent without one.
    icon_url: str
    # Username of the owner; absent if the app was paid for without an account.
    author: str
    # The app's icon, an SVG document; absent without one.
    icon: str


class _AppEditedRequired(TypedDict):
    # Id of the app; stays the same through every edit.
    id: str
    # Address of the app below `/apps/`; every method that takes an app takes this.
    slug: str
    # Name shown above the app.
    name: str
    # What the app is for; the name if no description was given.
    description: str
    # Tags in lower case.
    tags: List[str]
    # True when anyone may open the app, false when only its owner may.
    public: bool
    # Price in credits that a viewer other than the owner pays for each opening; 0 is free.
    price_credits: float
    # How often the app was opened by anyone but its owner.
    uses: int
    # Size of the source in bytes.
    size_bytes: int
    # Where the app opens.
    url: str
    # Where the app came from.
    origin: AppOrigin
    # When the app was first saved.
    created: str
    # When the app was last edited.
    updated: str
    # Names of the arguments that changed something, in alphabetical order; empty if nothing changed.
    changed: List[str]


class AppEdited(_AppEditedRequired, total=False):
    """The app after an edit."""

    # Address of the app's icon, an SVG document; absent without one.
    icon_url: str
    # Username of the owner; absent if the app was paid for without an account.
    author: str
    # The app's icon, an SVG document; absent without one.
    icon: str


class AppEmbed(TypedDict):
    """What a client needs to show an app inside a conversation."""

    # Slug of the app.
    slug: str
    # Name to show above the frame.
    name: str
    # What the app is for.
    description: str
    # Where the app opens on a page of its own.
    url: str
    # The page to load in a frame. It checks the viewer's own access: a private app is shown only to its owner.
    frame_url: str
    # Value of the frame's `sandbox` attribute. The page in it is this server's own; it shows the app in a stricter frame
    # inside, without an origin.
    sandbox: str
    # One line to show instead of the app where no frame can be shown.
    text: str


class _AppReadingRequired(TypedDict):
    # The same in words: name, author, description, tags and address, or the status of the build.
    text: str


class AppReading(_AppReadingRequired, total=False):
    """An app, a build, or both for a finished build."""

    # The app; absent while a build has not finished.
    app: App
    # The build, when the argument was a build's id.
    build: AppBuild
    # The app's source, when the caller owns it.
    html: str


class AppTestReport(TypedDict):
    """Result of an app check."""

    # Slug of the checked app.
    slug: str
    # True if there are no issues and every call is valid.
    passed: bool
    # Faults in the source, in line order.
    issues: List[AppIssue]
    # Service calls found in the source, in line order.
    calls: List[AppCallCheck]
    # The same in words.
    text: str


class ArchiveListing(TypedDict):
    """Entries of one kind, or the number of entries of each kind."""

    # The newest entries of the requested kind, newest first; empty without `kind`.
    items: List[ArchiveEntry]
    # The number of entries of the requested kind; without `kind`, of each kind that has entries, largest first.
    kinds: List[ArchiveKindCount]
    # The same in words: an id, a day, a source and a title on each line.
    text: str


class BlogPostEntry(TypedDict):
    """A post as lists show it, without its content."""

    # Id of the post.
    id: str
    # Title, as given or as taken from the content.
    title: str
    # Beginning of the content as plain text on one line, at most 200 characters.
    snippet: str
    # Tags, in the order given, without repeats.
    tags: List[str]
    # Username of the author.
    author: str
    # Whether the caller is the author; only then can the post be changed or deleted.
    mine: bool
    # Whether only the author can see the post.
    private: bool
    # When the post was published.
    created: str
    # When the post was last changed.
    updated: str


class Deleted(TypedDict):
    """What was deleted."""

    # Id of the deleted record.
    id: str
    # Always true.
    deleted: bool


class _BlogPostListRequired(TypedDict):
    # The entries, the newest first.
    items: List[BlogPostEntry]
    # How many posts the caller can see in all, including those beyond `limit`.
    total: int


class BlogPostList(_BlogPostListRequired, total=False):
    """The most recent posts, and how many there are in all."""

    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search.
    is_total_at_least: bool


class BlogPost(TypedDict):
    """A post in full."""

    # Id of the post.
    id: str
    # Title, as given or as taken from the content.
    title: str
    # The content, markdown, as it was written.
    content: str
    # The post as one readable text: the title as a heading, the author and day, then the content.
    text: str
    # Tags, in the order given, without repeats.
    tags: List[str]
    # Username of the author.
    author: str
    # Whether the caller is the author; only then can the post be changed or deleted.
    mine: bool
    # Whether only the author can see the post.
    private: bool
    # When the post was published.
    created: str
    # When the post was last changed.
    updated: str


class BookmarkSaved(TypedDict):
    # The item as now stored.
    bookmark: Bookmark
    # True when the item is new, false when it was already saved.
    is_new: bool


class _BookmarkRequired(TypedDict):
    # Id of the saved item; stays the same when it is saved again.
    id: str
    # What was saved.
    kind: BookmarkKind
    # The address, without its fragment; unique among the caller's bookmarks.
    url: str
    # Title; the address if none was given.
    title: str
    # Who published it: the host of the address, or the name of the archived source.
    source: str
    # When it was first saved.
    created: str
    # When it or its note was last changed.
    updated: str


class Bookmark(_BookmarkRequired, total=False):
    """A saved item. It is private to the caller."""

    # The archive item it was saved from; absent if it was saved by its address.
    ref: str
    # Beginning of the archived text, at most 2,000 characters, copied when the item was saved; absent if it was saved by its address.
    excerpt: str
    # The caller's private note.
    note: str


class BookmarkDetail(TypedDict):
    """A saved item with its readable text."""

    # The saved item.
    bookmark: Bookmark
    # The item as one readable text: title, address, archived text if there is any (at most 12,000 characters; for a video
    # its description, not a transcript), and the private note last. What the archive no longer holds is there as the
    # excerpt.
    text: str


class _BookmarkPageRequired(TypedDict):
    # The entries of this page.
    items: List[Bookmark]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int


class BookmarkPage(_BookmarkPageRequired, total=False):
    """One page of a list of any length: by offset as far as 100,000 entries, by cursor to its end. Name it:
    `model TaskPage is LongPage<Task>`.
    """

    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search.
    is_total_at_least: bool
    # Send it as `cursor`, without `offset`, for the next page; absent on the last page.
    next_cursor: str
    # The `offset` of the next page; absent on the last page, and where only the cursor leads on.
    next_offset: int


class _BrowserPageRequired(TypedDict):
    # Final address, after redirects.
    url: str
    # HTTP status of the page; 403 and 404 mean that it is an error page.
    status: int
    # The visible text of the page, with runs of white space collapsed; at most 40,000 characters.
    text: str
    # True when the page has more text than `text` holds.
    is_truncated: bool
    # When the page was read.
    as_of: str


class BrowserPage(_BrowserPageRequired, total=False):
    """A web page as a browser shows it."""

    # Title of the page; absent if it has none.
    title: str


class _BrowserShotRequired(TypedDict):
    # Address of the picture, a PNG. Anyone who has the address can open it.
    url: str
    # Final address, after redirects.
    page_url: str
    # HTTP status of the page; 403 and 404 mean that it is an error page.
    status: int
    # Width of the picture in pixels.
    width_px: int
    # Height of the picture in pixels.
    height_px: int
    # Whether the page is longer than the picture, which is at most 16,384 pixels high.
    is_truncated: bool
    # When the picture is deleted: 24 hours after it was taken.
    expires: str
    # When the picture was taken.
    as_of: str


class BrowserShot(_BrowserShotRequired, total=False):
    """A picture of a web page."""

    # Title of the page; absent if it has none.
    title: str


class ChatConversation(TypedDict):
    """The recent messages of a room."""

    # Id of the room.
    room: str
    # The messages, oldest first: the latest 100, or those before `before`; fewer if they have more than 200,000 characters.
    messages: List[ChatMessage]
    # How many earlier messages of the room are left out, counted as far as 10,000.
    omitted: int


class ChatRoomList(TypedDict):
    """A complete list. Name it: `model NoteList is List<Note>`."""

    # The entries.
    items: List[ChatRoom]
    # How many active rooms there are in all, counted as far as 10,000; `items` holds at most `limit` of them.
    total: int


class ChatSent(TypedDict):
    """What was posted."""

    # The message as stored.
    message: ChatMessage


_StoredMessageRequiredFields = TypedDict(
    "_StoredMessageRequiredFields",
    {
        # Id of the message.
        "id": "str",
        # What the messages of one thread share: a mail thread's id, a phone number, a room.
        "thread": "str",
        # Whether it was received or sent.
        "direction": "MessageDirection",
        # Sender: an address, a phone number or a username.
        "from": "str",
        # Recipients, in the same form as `from`; empty for mail by blind copy.
        "to": "List[str]",
        # The whole message as plain text.
        "text": "str",
        # Channel it was sent over, such as `sms`, `whatsapp`, `mail` or `chat`.
        "channel": "str",
        # When it was sent or arrived.
        "created": "str",
    },
    total=True,
)


class _StoredMessageRequired(_StoredMessageRequiredFields):
    pass


class StoredMessage(_StoredMessageRequired, total=False):
    """A stored message, in the format shared by mail, SMS and chat."""

    # Recipients of a copy; only mail has them.
    cc: List[str]
    # Subject line; only mail has one.
    subject: str
    # The message as HTML, as received and not sanitised; only mail that carries HTML has it.
    html: str
    # Names, types and sizes of the files attached to it; only mail has them.
    attachments: List[MessageAttachment]
    # The message's own `Message-ID`; only mail has one.
    message_id: str
    # The `Message-ID` this one replies to; only mail has one.
    in_reply_to: str
    # The `Message-ID`s of the thread so far, oldest first; only mail has them.
    references: List[str]
    # Whether the sender's domain was verified by SPF, DKIM and DMARC; only mail from outside has it.
    sender_verified: bool
    # Delivery status of a message that the caller sent.
    delivery: MessageDelivery
    # Why a message that the caller sent was not delivered; absent otherwise.
    delivery_error: str


class _ChatSourcePageRequired(TypedDict):
    # The entries of this page.
    items: List[StoredMessageRef]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int


class ChatSourcePage(_ChatSourcePageRequired, total=False):
    """One page of a list of any length: by offset as far as 100,000 entries, by cursor to its end. Name it:
    `model TaskPage is LongPage<Task>`.
    """

    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search.
    is_total_at_least: bool
    # Send it as `cursor`, without `offset`, for the next page; absent on the last page.
    next_cursor: str
    # The `offset` of the next page; absent on the last page, and where only the cursor leads on.
    next_offset: int


class StoredMessageRef(TypedDict):
    """A reference to a stored message."""

    # Id to read the message with.
    id: str
    # When it was sent or arrived.
    created: str


class ContactSaved(TypedDict):
    # The card as now stored.
    contact: Contact
    # True when the card is new, false when an existing one was updated.
    is_new: bool


class ContactMatches(TypedDict):
    """The cards that match."""

    # The cards, sorted by name, at most 500: of more, those that were added last.
    items: List[Contact]
    # Whether more cards match than `items` holds: a longer query finds fewer.
    is_truncated: bool


class ContactList(TypedDict):
    """A complete list. Name it: `model NoteList is List<Note>`."""

    # The entries.
    items: List[Contact]


class _DocumentListRequired(TypedDict):
    # The entries, the most recently changed first.
    items: List[DocumentEntry]
    # How many of the caller's documents match in all, including those beyond `limit`.
    total: int


class DocumentList(_DocumentListRequired, total=False):
    """The most recently changed documents, and how many there are in all."""

    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search.
    is_total_at_least: bool
    # Send it as `cursor` for the next page; absent on the last page.
    next_cursor: str


class DocumentEntry(TypedDict):
    """A document as lists show it, without its content."""

    # Id of the document; stays the same when the document is replaced.
    id: str
    # Title; several documents may have the same one.
    title: str
    # Beginning of the content as plain text on one line, at most 200 characters.
    snippet: str
    # Length of the content in characters (Unicode code points).
    length: int
    # Whether every account on this instance can read the document by its id.
    public: bool
    # When the document was created.
    created: str
    # When the document was last written.
    updated: str


class Document(TypedDict):
    """A document in full."""

    # Id of the document; stays the same when the document is replaced.
    id: str
    # Title; several documents may have the same one.
    title: str
    # The content, markdown, as it was written.
    content: str
    # The document as one readable text: the title as a heading, then the content.
    text: str
    # Whether every account on this instance can read the document by its id.
    public: bool
    # Username of the account that wrote it.
    author: str
    # Whether the document is the caller's own; only then can it be replaced or deleted.
    mine: bool
    # When the document was created.
    created: str
    # When the document was last written.
    updated: str


class DocumentSaved(TypedDict):
    # The document as now stored, without its content.
    document: DocumentEntry
    # True when the document is new, false when an existing one was replaced.
    is_new: bool


class _CalendarEventRequired(TypedDict):
    # Id of the event; stays the same through every change.
    id: str
    # Title of the event.
    title: str
    # Status of the event.
    state: EventState
    # When it fires next; for a one-off that has fired, when it was due.
    when: str
    # How long it takes, in minutes.
    minutes: int
    # The same moment as a clock in `timezone` shows it: RFC 3339 with the offset that the zone has then, such as
    # `2026-11-23T18:00:00+00:00`.
    when_local: str
    # Time zone in which repeats keep their local hour across changes of summer time: the account's IANA time zone, such
    # as `Europe/London`, or, if the account has set none, the offset that `when` was given with, such as `+01:00`. It is
    # set together with `when`.
    timezone: str
    # When it was created.
    created: str
    # When it was last changed by its owner.
    updated: str


class CalendarEvent(_CalendarEventRequired, total=False):
    """A reminder or a scheduled piece of work."""

    # How it repeats; absent for a one-off.
    repeat: EventRepeat
    # A note to show with it.
    note: str
    # What the agent is asked when it fires.
    prompt: str
    # When it fired last; absent before the first time.
    last_fired: str
    # Why the prompt was not carried out when it fired last; absent if there was nothing to carry out, or it was, or is being.
    last_error: str


_EventFreeTimeFields = TypedDict(
    "_EventFreeTimeFields",
    {
        # The free periods, soonest first, at most 1,000.
        "items": "List[EventFreeSlot]",
        # Whether there are more of them than `items` holds: ask again from the end of the last one.
        "is_truncated": "bool",
        # Start of the period searched.
        "from": "str",
        # End of the period searched.
        "to": "str",
        # Time zone of the working hours: an IANA time zone such as `Europe/London`, or an offset such as `+01:00`.
        "timezone": "str",
        # The same in words, in local time; of more than 20 periods, the first 20.
        "text": "str",
    },
    total=True,
)


class EventFreeTime(_EventFreeTimeFields):
    """Free time within working hours."""


class _CalendarEventPageRequired(TypedDict):
    # The entries of this page.
    items: List[CalendarEvent]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int


class CalendarEventPage(_CalendarEventPageRequired, total=False):
    """One page of a list, by offset. Name it: `model TaskPage is Page<Task>`."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int


class _DriveFileTextRequired(TypedDict):
    # Id of the file in the drive; `files.driveread` takes it.
    id: str
    # Name of the file.
    name: str
    # Content type as the drive reports it; for the drive's native documents, their own type.
    type: str
    # Content type of the text: `text/plain`, `text/csv`, `application/json` or another kind of text.
    text_type: str
    # The file's text, at most 1 MiB.
    text: str
    # True if the file is longer than the text returned.
    is_truncated: bool


class DriveFileText(_DriveFileTextRequired, total=False):
    """A file of the connected drive with its text."""

    # Size in bytes; absent for the drive's native documents, which have none.
    size_bytes: int
    # Where the file opens in the drive.
    url: str
    # When the file was last changed.
    updated: str


class _DriveFilePageRequired(TypedDict):
    # The files of this page.
    items: List[DriveFile]


class DriveFilePage(_DriveFilePageRequired, total=False):
    """One page of files found in the connected drive."""

    # Send it as `page` for the next page; absent on the last page.
    next_cursor: str


class _DriveFileRequired(TypedDict):
    # Id of the file in the drive; `files.driveread` takes it.
    id: str
    # Name of the file.
    name: str
    # Content type as the drive reports it; for the drive's native documents, their own type.
    type: str


class DriveFile(_DriveFileRequired, total=False):
    """A file in the connected cloud drive."""

    # Size in bytes; absent for the drive's native documents, which have none.
    size_bytes: int
    # Where the file opens in the drive.
    url: str
    # When the file was last changed.
    updated: str


class _StoredFileContentRequired(TypedDict):
    # Id of the file.
    id: str
    # Name with its extension, without folders.
    name: str
    # Content type, such as `text/csv` or `image/png`.
    type: str
    # Size of the content in bytes.
    size_bytes: int
    # SHA-256 of the content in lower-case hexadecimal.
    sha256: str
    # True when anyone with the URL may read the file, false when only its owner may.
    public: bool
    # Username of the account that stored the file.
    owner: str
    # Where the file can be downloaded: by anyone while `public` is true, otherwise only with the owner's token or session.
    url: str
    # When the file was stored.
    created: str
    # When the file was stored, shared or made private, whichever was last.
    updated: str
    # The content: plain text, or base64 if `encoding` says so.
    content: str


class StoredFileContent(_StoredFileContentRequired, total=False):
    """A stored file with its content."""

    # `base64` if the content is not text; absent for text. `files.put` accepts `content` and `encoding` unchanged.
    encoding: FileEncoding


class StoredFileList(TypedDict):
    """The caller's files and the space they take."""

    # The entries.
    items: List[StoredFile]
    # Bytes that the account uses, for files and everything else that counts towards `quota_bytes`.
    used_bytes: int
    # Bytes that the account may use in all.
    quota_bytes: int


class StoredFile(TypedDict):
    """A stored file, without its content."""

    # Id of the file.
    id: str
    # Name with its extension, without folders.
    name: str
    # Content type, such as `text/csv` or `image/png`.
    type: str
    # Size of the content in bytes.
    size_bytes: int
    # SHA-256 of the content in lower-case hexadecimal.
    sha256: str
    # True when anyone with the URL may read the file, false when only its owner may.
    public: bool
    # Username of the account that stored the file.
    owner: str
    # Where the file can be downloaded: by anyone while `public` is true, otherwise only with the owner's token or session.
    url: str
    # When the file was stored.
    created: str
    # When the file was stored, shared or made private, whichever was last.
    updated: str


class _FlightAirportTrafficRequired(TypedDict):
    # The airport.
    airport: FlightAirport
    # Aircraft on the ground within 5 nautical miles, nearest first, at most 50.
    ground: List[FlightNearby]
    # Aircraft descending below 18,000 feet within 30 nautical miles, nearest first, at most 50.
    on_approach: List[FlightNearby]
    # Aircraft climbing below 18,000 feet within 30 nautical miles, nearest first, at most 50.
    climbing_out: List[FlightNearby]
    # How many aircraft there are of all three kinds, those left out included.
    total: int
    # The traffic in sentences, with at most ten aircraft of each kind.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class FlightAirportTraffic(_FlightAirportTrafficRequired, total=False):
    """Live traffic at and around an airport."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _FlightsNearbyRequired(TypedDict):
    # The aircraft, nearest first, at most 200.
    items: List[FlightNearby]
    # How many aircraft are within the radius.
    total: int
    # The place as resolved: an airport's or a town's name, or the coordinates.
    place: str
    # Degrees north of the place.
    lat: float
    # Degrees east of the place.
    lon: float
    # Radius searched, in nautical miles.
    radius_nm: float
    # The nearest twenty aircraft, in sentences.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class FlightsNearby(_FlightsNearbyRequired, total=False):
    """The aircraft near a place."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _ScheduledFlightsRequired(TypedDict):
    # The flights, earliest first, at most twenty; a flight sold under several numbers is listed once.
    items: List[ScheduledFlight]
    # How many flights the provider has, as far as it says.
    total: int
    # Whether flights were left out.
    is_truncated: bool
    # The flights in sentences, with the airports' local times.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class ScheduledFlights(_ScheduledFlightsRequired, total=False):
    """Scheduled flights."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _FlightsTrackedRequired(TypedDict):
    # The aircraft found, at most 200. An empty list means that no receiver hears one now: it has not departed, has landed,
    # is out of range, or flies under another callsign than its number. It never means that the flight is cancelled.
    items: List[FlightTracked]
    # How many aircraft match.
    total: int
    # The result in sentences.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class FlightsTracked(_FlightsTrackedRequired, total=False):
    """The aircraft that match a flight number, a callsign or a registration."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _FoodBusinessesRequired(TypedDict):
    # The businesses: nearest first around a point, otherwise the best match first.
    items: List[FoodBusiness]
    # How many match in all; `items` holds at most `limit` of them.
    total: int
    # The ratings in sentences.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class FoodBusinesses(_FoodBusinessesRequired, total=False):
    """The food businesses that match."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _FoodProductRequired(TypedDict):
    # Barcode as the database holds it: it may have leading zeros that the argument did not have.
    barcode: str
    # Brands, in the order printed on the packet.
    brands: List[str]
    # Whether anyone has recorded allergens or traces. If false, only the packet can tell.
    allergens_recorded: bool
    # Nutrition per 100 grams or millilitres.
    nutrition_per_100: FoodNutrition
    # Page of the product.
    url: str
    # The product in sentences, allergens first.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class FoodProduct(_FoodProductRequired, total=False):
    """A packaged food. Fields that nobody has recorded are absent."""

    # Name of the product.
    name: str
    # Amount in the packet, such as `300 g`.
    quantity: str
    # List of ingredients as printed.
    ingredients: str
    # Language of the ingredients, an IETF tag such as `en`.
    language: str
    # Allergens it contains; absent if nobody has recorded any, empty only if it is recorded as having none.
    allergens: List[str]
    # Allergens it may contain traces of; absent if nobody has recorded any.
    traces: List[str]
    # Whether it is vegan; absent if not known.
    vegan: bool
    # Whether it is vegetarian; absent if not known.
    vegetarian: bool
    # Nutrition grade, Nutri-Score.
    nutri_score: FoodGrade
    # Degree of processing.
    processing: FoodProcessing
    # When the record was last changed.
    updated: str
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _GroupRequired(TypedDict):
    # Id of the group.
    id: str
    # Name of the group.
    name: str
    # True when only end-to-end encrypted chat clients may write; fixed when the group is created.
    encrypted: bool
    # Username of the owner.
    owner: str
    # The caller's own role.
    role: GroupRole
    # How many members there are, including the owner.
    member_count: int
    # Id of the group's chat room, for `chat.messages` and `chat.send`.
    room: str
    # When the group was created.
    created: str
    # When its name, members, roles or invitations last changed.
    updated: str
    # The members, in the order in which they joined.
    members: List[GroupMember]


class Group(_GroupRequired, total=False):
    """A private group with its members."""

    # Open invitations, oldest first; only the owner and admins see them.
    invitations: List[GroupInvitee]


class GroupList(TypedDict):
    """The caller's groups and open invitations."""

    # The entries.
    items: List[GroupSummary]
    # Open invitations to the caller, newest first. No account can have more than 200.
    invitations: List[GroupInvitation]


class _GroupChangeRequired(TypedDict):
    # Id of the group.
    id: str
    # What was done.
    action: GroupAction


class GroupChange(_GroupChangeRequired, total=False):
    """What was done."""

    # Username of the person it affects, which is the caller for `accept` and `decline`; absent for `rename` and `delete`.
    account: str
    # The group as it is now; absent when the caller is no longer in it or it is closed.
    group: Group


class _HazardAlertsRequired(TypedDict):
    # The disasters: nearest first around a point, otherwise the worst first, then the newest.
    items: List[HazardAlert]
    # How many disasters there are, which is more than are listed if there are more than 200.
    total: int
    # The first fifteen disasters, in sentences.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class HazardAlerts(_HazardAlertsRequired, total=False):
    """Ongoing disasters."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _HazardFloodsRequired(TypedDict):
    # The messages: the most severe first, then the nearest; without a point, the newest.
    items: List[HazardFlood]
    # How many messages there are, which is more than are listed if there are more than 500.
    total: int
    # False if the given point is outside England: then nothing is known about it, and an empty list does not mean safe.
    covered: bool
    # The first fifteen messages in sentences, with a note that they cover England only.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class HazardFloods(_HazardFloodsRequired, total=False):
    """Flood messages in force in England."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _HazardQuakesRequired(TypedDict):
    # The earthquakes: nearest first around a point, otherwise newest first.
    items: List[HazardQuake]
    # How many earthquakes there are, which is more than are listed if there are more than 500.
    total: int
    # The first fifteen earthquakes, in sentences, with what they do not say.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class HazardQuakes(_HazardQuakesRequired, total=False):
    """Recent earthquakes."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _ImageRequired(TypedDict):
    # Id of the picture.
    id: str
    # Address of the picture. A private one opens only for its owner. `?size=thumbnail` (at most 320 pixels on each side)
    # or `?size=1024` (at most 1024) gives a smaller copy.
    url: str
    # Tags, in the order given.
    tags: List[str]
    # Origin of the picture.
    origin: ImageOrigin
    # Whether everyone can see it.
    public: bool
    # Media type, such as `image/png`.
    type: str
    # Width in pixels.
    width_px: int
    # Height in pixels.
    height_px: int
    # Size in bytes.
    size_bytes: int
    # When it was stored.
    created: str
    # When its title, description, tags or visibility last changed.
    updated: str


class Image(_ImageRequired, total=False):
    """A picture."""

    # Title; absent if it has none.
    title: str
    # What it shows; absent without a description.
    description: str
    # The prompt it was generated from; only generated pictures of the caller have it.
    prompt: str
    # The day it is the picture of the day for; only daily pictures have it.
    day: str
    # Username of its owner; daily pictures have none.
    owner: str


class _ImagePageRequired(TypedDict):
    # The entries of this page.
    items: List[Image]


class ImagePage(_ImagePageRequired, total=False):
    """One page of a list, by cursor."""

    # Send it as `cursor` for the next page; absent on the last page.
    next_cursor: str


class _IslamPassageRequired(TypedDict):
    # Path of the passage, such as `/quran/2/255`.
    path: str
    # The collection it belongs to.
    collection: IslamCollection
    # The work it is taken from.
    work: str
    # Reference to cite, such as `Quran 2:255`.
    reference: str
    # Language of the body or translation, an IETF tag.
    language: str
    # Page of the passage on the source site.
    url: str
    # Whether a part was longer than 100,000 characters and is cut there.
    is_truncated: bool
    # The passage as readable text, each part under its own heading.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class IslamPassage(_IslamPassageRequired, total=False):
    """A passage in full, with the original, the translation and the commentary in separate fields."""

    # Its heading: a chapter's name, a name of Allah, a question.
    title: str
    # The text of a work that was written in English, such as an answer of IslamQA; never a translation.
    body: str
    # The original in Arabic; absent if the source has only a translation.
    arabic: str
    # The original in Latin letters.
    transliteration: str
    # English translation of a work in another language; never the work itself.
    translation: str
    # Translator; absent if the provider does not say.
    translator: str
    # Explanation by a commentator; never part of the text.
    commentary: str
    # Narrator of a saying.
    narrator: str
    # How reliable scholars consider a saying, with who says so if the source tells.
    grading: str
    # Parts that the work has beside these, each with its own name.
    other: List[IslamPart]
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _MailInboxRequired(TypedDict):
    # The entries of this page.
    items: List[MailSummary]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int
    # How many messages in the whole inbox are unread.
    unread: int
    # The page as text, one message per line.
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
        # Sender.
        "from": "MailParty",
        # Recipients; empty for mail by blind copy.
        "to": "List[MailParty]",
        # Id shared by the messages of one thread.
        "thread": "str",
        # The beginning of the body, at most 140 characters.
        "snippet": "str",
        # Whether it has not been read yet.
        "unread": "bool",
        # The attachments, each with the address where the account downloads it.
        "attachments": "List[MessageAttachment]",
        # When it arrived.
        "created": "str",
    },
    total=True,
)


class _MailSummaryRequired(_MailSummaryRequiredFields):
    pass


class MailSummary(_MailSummaryRequired, total=False):
    """A message as the inbox lists it."""

    # Recipients of a copy; absent without any.
    cc: List[MailParty]
    # Where the sender asks answers to go, if that is not `from` (`Reply-To`). Anybody can write anything there: it is not covered
    # by `sender_verified`.
    answers_to: List[MailParty]
    # Whether the sender's domain was verified by SPF, DKIM and DMARC; only mail from outside has it.
    sender_verified: bool
    # Subject line; absent if it has none.
    subject: str
    # The plus-address tag it was sent to: `orders` for `rosa_m+orders@…`; absent if there is none.
    tag: str


class _MailInfoRequired(TypedDict):
    # The caller's handle: mail to it from this instance always arrives.
    handle: str
    # Whether mail from outside this instance can arrive.
    receives_outside: bool
    # The same in a sentence.
    text: str


class MailInfo(_MailInfoRequired, total=False):
    """Where the caller's mail arrives."""

    # The full email address, with the tag if one was given; absent if the instance has no mail domain.
    address: str
    # The instance's mail domain; absent when it has none.
    domain: str


class MailMarked(TypedDict):
    """Result of changing read statuses."""

    # How many messages changed.
    changed: int
    # How many messages of the inbox are still unread.
    unread: int


class _MailReadingRequired(TypedDict):
    # This page of the body, or the inbox summary when no id was given.
    text: str


class MailReading(_MailReadingRequired, total=False):
    """A page of a message, or without an id a summary of the inbox."""

    # The message without its body; absent when no id was given.
    message: MailSummary
    # Length of the whole body in characters; absent when no id was given.
    total_chars: int
    # How many characters of the body come before this page; absent when no id was given.
    offset: int
    # The `offset` of the next page of the body; absent on the last page.
    next_offset: int


class MailSent(TypedDict):
    """A message that was sent."""

    # Id of the message in the caller's mailbox.
    id: str
    # Recipient.
    to: MailParty
    # Subject line.
    subject: str
    # Delivery status.
    delivery: MessageDelivery
    # What it cost in credits; 0 to a username or an address on this instance.
    cost_credits: float
    # When it was sent.
    created: str


class _MailSourcePageRequired(TypedDict):
    # The entries of this page.
    items: List[StoredMessageRef]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int


class MailSourcePage(_MailSourcePageRequired, total=False):
    """One page of a list, by offset. Name it: `model TaskPage is Page<Task>`."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int


class _WebmailMessageRequired(TypedDict):
    # Id of the message in the web-mail account.
    id: str
    # Id of the thread it belongs to.
    thread: str
    # Recipients, at most 50.
    to: List[MailParty]
    # Whether it has not been read yet.
    unread: bool
    # Names, types and sizes of the attachments, at most 50; their contents cannot be read.
    attachments: List[MessageAttachment]
    # When it arrived.
    created: str
    # The body as plain text, at most 100,000 characters: the plain part, or the text of the HTML part.
    text: str
    # Whether the body is longer than `text`.
    is_truncated: bool


_WebmailMessageFields = TypedDict(
    "_WebmailMessageFields",
    {
        # Sender; absent if the message names none.
        "from": "MailParty",
        # Subject line; absent if it has none.
        "subject": "str",
        # Address that opens the message in the web-mail account; absent for an IMAP account, which has none.
        "url": "str",
    },
    total=False,
)


class WebmailMessage(_WebmailMessageRequired, _WebmailMessageFields, total=False):
    """A message of the connected web-mail account."""


class _WebmailPageRequired(TypedDict):
    # The messages of this page.
    items: List[WebmailSummary]


class WebmailPage(_WebmailPageRequired, total=False):
    """A page of messages of the connected web-mail account, newest first."""

    # Send it as `page` for the next page; absent on the last page.
    next_cursor: str


class _WebmailSummaryRequired(TypedDict):
    # Id of the message in the web-mail account.
    id: str
    # Id of the thread it belongs to.
    thread: str
    # Recipients, at most 50.
    to: List[MailParty]
    # Whether it has not been read yet.
    unread: bool
    # Names, types and sizes of the attachments, at most 50; their contents cannot be read.
    attachments: List[MessageAttachment]
    # When it arrived.
    created: str


_WebmailSummaryFields = TypedDict(
    "_WebmailSummaryFields",
    {
        # Sender; absent if the message names none.
        "from": "MailParty",
        # Subject line; absent if it has none.
        "subject": "str",
        # Address that opens the message in the web-mail account; absent for an IMAP account, which has none.
        "url": "str",
    },
    total=False,
)


class WebmailSummary(_WebmailSummaryRequired, _WebmailSummaryFields, total=False):
    """A message of the connected web-mail account, without its body."""


class _MapAreaRequired(TypedDict):
    # The tiles row by row, each row from west to east, the first in the north-west.
    items: List[MapAreaTile]
    # How many tiles there are: `columns` times `rows`.
    total: int
    # How many tiles each row has.
    columns: int
    # How many rows there are.
    rows: int
    # How many of the tiles this instance has already.
    held_count: int
    # Zoom level of the tiles.
    zoom: int
    # Style of the map.
    style: MapStyle
    # The area that the tiles show together: the requested box, widened to whole tiles.
    bounds: GeoBox
    # Attribution to show with the map.
    attribution: str


class MapArea(_MapAreaRequired, total=False):
    """The tiles that cover a box."""

    # Page that the attribution must link to; absent if the provider requires none.
    attribution_url: str


class _MapTileRequired(TypedDict):
    # Address of the picture: a PNG of 256 by 256 pixels. Opening it needs an account unless the tile is held.
    url: str
    # Zoom level.
    z: int
    # Column, from 0 in the west.
    x: int
    # Row, from 0 in the north.
    y: int
    # Style of the map.
    style: MapStyle
    # The area that the tile shows.
    bounds: GeoBox
    # Whether this instance has the picture already.
    held: bool
    # Whether there is a map for this tile: it is held, or the instance has a key, the tile shows a part of Great Britain or
    # of the sea within about 15 km of its coasts, and the zoom is one that the instance can fetch: 7 to 16, to 20 with a
    # premium key. Otherwise nothing is found at the address.
    covered: bool
    # Attribution to show with the map.
    attribution: str


class MapTile(_MapTileRequired, total=False):
    """One map tile."""

    # Page that the attribution must link to; absent if the provider requires none.
    attribution_url: str


_MarketConversionRequiredFields = TypedDict(
    "_MarketConversionRequiredFields",
    {
        # The amount to convert, in `from`.
        "amount": "float",
        # Code of the source currency.
        "from": "str",
        # Code of the target currency.
        "to": "str",
        # Value of one unit of `from` in `to`.
        "rate": "float",
        # The amount in `to`, not rounded.
        "converted": "float",
        # `converted` rounded to what can be paid, halves away from zero: the smallest unit of the currency (ISO 4217), or eight
        # decimals of a cryptocurrency.
        "rounded": "float",
        # Whether the rate is a live price (a cryptocurrency is involved) instead of a central bank's rate.
        "live": "bool",
        # The conversion in a sentence.
        "text": "str",
        # Who provided the data.
        "source": "str",
        # When the provider supplied the data; in the past if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
        "stale": "bool",
    },
    total=True,
)


class _MarketConversionRequired(_MarketConversionRequiredFields):
    pass


class MarketConversion(_MarketConversionRequired, total=False):
    """An amount in another currency."""

    # Day on which the reference rate was published; absent for a live price and for a rate that is fixed.
    day: str
    # Whether `day` is earlier than the requested day, because no rate was published that day; absent without `day`.
    is_earlier_day: bool
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _MarketHistoryRequired(TypedDict):
    # The entries of this page.
    items: List[MarketClose]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int
    # Symbol.
    symbol: str
    # Name of the instrument.
    name: str
    # Unit that the price is for.
    per: MarketUnit
    # First day requested.
    start: str
    # Last day requested.
    end: str
    # The change over the whole range, in a sentence.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class MarketHistory(_MarketHistoryRequired, total=False):
    """A page of daily closes. Days without trading are left out, not filled in."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class MarketClose(TypedDict):
    """The close of one trading day."""

    # The trading day, in the market's calendar.
    day: str
    # Closing price in US dollars, for a currency its reference rate of the day; for a day that is not over, the latest
    # price.
    close_usd: float
    # Whether the day is over; false for the price so far of a day that is not.
    final: bool


class _MarketQuotePageRequired(TypedDict):
    # The entries of this page.
    items: List[MarketQuote]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int
    # The category.
    category: MarketCategory
    # Symbols in the category that have no price now.
    unpriced: List[str]
    # The largest changes and the age of the prices, in a sentence.
    text: str


class MarketQuotePage(_MarketQuotePageRequired, total=False):
    """A page of the prices of a category."""

    # The `offset` of the next page; absent on the last page.
    next_offset: int


class _MarketQuoteRequired(TypedDict):
    # Symbol, such as `BTC`, `AAPL`, `GOLD` or `EUR`.
    symbol: str
    # Name of the instrument.
    name: str
    # The categories that list it: metals and oil are both `commodities` and `futures`.
    categories: List[MarketCategory]
    # Price in US dollars.
    price_usd: float
    # Unit that the price is for.
    per: MarketUnit
    # When the provider quoted it, or if it does not say, when the price was read.
    as_of: str
    # Whether the price is more than two hours old: the market is closed, or the provider could not be reached.
    stale: bool
    # Who provided the price.
    source: str


class MarketQuote(_MarketQuoteRequired, total=False):
    """The latest price of one instrument."""

    # Change since `change_since` in percent; absent if there is nothing to compare with.
    change_pct: float
    # What the change is counted from: 24 hours ago; the previous close if it is not traded around the clock; for a
    # currency, the European Central Bank's latest reference rate of an earlier day.
    change_since: str
    # Whether the market is open, which tells a closed market from an unreachable provider; absent if not known.
    market_open: bool
    # Attribution to show with the price; absent if the provider requires none.
    attribution: str


class _MarketInstrumentRequired(TypedDict):
    # Symbol, such as `BTC`, `AAPL`, `GOLD` or `EUR`.
    symbol: str
    # Name of the instrument.
    name: str
    # The categories that list it: metals and oil are both `commodities` and `futures`.
    categories: List[MarketCategory]
    # Price in US dollars.
    price_usd: float
    # Unit that the price is for.
    per: MarketUnit
    # When the provider quoted it, or if it does not say, when the price was read.
    as_of: str
    # Whether the price is more than two hours old: the market is closed, or the provider could not be reached.
    stale: bool
    # Who provided the price.
    source: str
    # The price in a sentence.
    text: str


class MarketInstrument(_MarketInstrumentRequired, total=False):
    """The price of one instrument, in figures and in words."""

    # Change since `change_since` in percent; absent if there is nothing to compare with.
    change_pct: float
    # What the change is counted from: 24 hours ago; the previous close if it is not traded around the clock; for a
    # currency, the European Central Bank's latest reference rate of an earlier day.
    change_since: str
    # Whether the market is open, which tells a closed market from an unreachable provider; absent if not known.
    market_open: bool
    # Attribution to show with the price; absent if the provider requires none.
    attribution: str


class _NewsItemsRequired(TypedDict):
    # The stories.
    items: List[NewsItem]
    # How many stories match.
    total: int
    # The topics that there are feeds for.
    topics: List[str]
    # Topics whose feed could not be read, so that their stories are older or missing.
    failed_topics: List[str]
    # When the feeds were last read.
    as_of: str
    # True if no feed could be reached and these are the stories of the last time; `as_of` tells how old they are.
    stale: bool
    # The stories as readable text: topic, headline, summary and source of each.
    text: str


class NewsItems(_NewsItemsRequired, total=False):
    """Stories."""

    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search.
    is_total_at_least: bool


class _NewsArticleRequired(TypedDict):
    # Id of the article, for `news.read`.
    id: str
    # Headline.
    title: str
    # Topic of the feed it came from, such as `World`.
    topic: str
    # Who published it: the site's domain, such as `bbc.co.uk`.
    source: str
    # Address of the article.
    url: str
    # When the article was read from its site.
    as_of: str
    # True if the site could not be reached and this is the article as it was read before.
    stale: bool
    # Whether `text` holds only the summary: the article could not be read, or its publisher does not allow more.
    is_summary: bool
    # The article's text, paragraphs separated by blank lines, at most 20,000 characters.
    text: str
    # Whether the article is longer than `text`.
    is_truncated: bool


class NewsArticle(_NewsArticleRequired, total=False):
    """An article in full."""

    # Summary of a sentence or two; absent if the feed has none.
    summary: str
    # Picture of the article.
    image: str
    # Language of the story, an IETF tag such as `en`; absent if the feed does not say.
    language: str
    # When it was published; absent if the feed does not say.
    published: str


class NoteSaved(TypedDict):
    # The note as now stored.
    note: Note
    # True when the note is new, false when an existing one was rewritten.
    is_new: bool


class Note(TypedDict):
    """A private note."""

    # Id of the note; stays the same when the note is rewritten.
    id: str
    # Title, as first written; unique among the caller's notes regardless of case.
    title: str
    # The note's text.
    text: str
    # When the note was first written.
    created: str
    # When the note was last rewritten.
    updated: str


class NoteList(TypedDict):
    """A complete list. Name it: `model NoteList is List<Note>`."""

    # The entries.
    items: List[Note]


class NotifyDeviceList(TypedDict):
    """Where the account can be notified: at most 20 devices, the newest first."""

    # The entries.
    items: List[NotifyDevice]
    # Whether a notification would be sent now: the instance sends notifications, and there is at least one device.
    reachable: bool


class NotifySent(TypedDict):
    """Result of sending a notification. Each device is counted once."""

    # Devices whose push service accepted it. Whether it is shown is up to the device.
    accepted: int
    # Devices whose push service is busy or cannot be reached now: it is sent again later, for up to a day.
    retrying: int
    # Devices that cannot be notified any more and were removed, or whose push service refused the notification.
    failed: int


class _PlaceAtRequired(TypedDict):
    # Address in one line.
    address: str
    # The address in its parts.
    parts: PlaceAddressParts
    # Kind of place, such as `station`, `city` or `house`.
    kind: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Distance in metres between the given point and `lat`, `lon`.
    distance_m: int
    # The address in a sentence.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class PlaceAt(_PlaceAtRequired, total=False):
    """The address at a point."""

    # Name of the place; absent for a plain address.
    name: str
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _PlaceElevationRequired(TypedDict):
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Elevation above sea level in metres; negative below it, 0 at sea.
    height_m: float
    # The same in feet.
    height_ft: float
    # Resolution in metres: each value of the model covers this much ground, so a peak reads lower than it is.
    resolution_m: int
    # The elevation in a sentence.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class PlaceElevation(_PlaceElevationRequired, total=False):
    """The elevation of a point."""

    # The place as resolved; absent if coordinates were given.
    place: str
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _PlaceMatchesRequired(TypedDict):
    # The places, the best match first, at most twenty; empty if there is none.
    items: List[PlaceMatch]
    # Whether there may be more matches than the twenty that are returned: name the place more exactly.
    is_truncated: bool
    # The best match in a sentence.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class PlaceMatches(_PlaceMatchesRequired, total=False):
    """The places that match a name or an address."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _PlacesNearbyRequired(TypedDict):
    # The places, nearest first, at most twenty; empty if there is none.
    items: List[PlaceOfInterest]
    # Whether there are more than the twenty that are returned: search a smaller radius or for something particular.
    is_truncated: bool
    # The centre of the search as resolved: a place's name, or the coordinates.
    place: str
    # Latitude of the centre, degrees north.
    lat: float
    # Longitude of the centre, degrees east.
    lon: float
    # Radius searched, in metres.
    radius_m: float
    # The nearest ten in sentences.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class PlacesNearby(_PlacesNearbyRequired, total=False):
    """Points of interest near a place."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _PrayerQiblaRequired(TypedDict):
    # Distance to the Kaaba in kilometres.
    distance_km: float
    # Latitude of the given point, degrees north.
    lat: float
    # Longitude of the given point, degrees east.
    lon: float
    # The direction in a sentence.
    text: str


class PrayerQibla(_PrayerQiblaRequired, total=False):
    """The direction of prayer."""

    # Degrees clockwise from true north, along the shortest path to the Kaaba. A magnetic compass differs from it. Absent
    # at the Kaaba and at the poles, where there is no such direction.
    bearing_deg: float
    # The same as a point of the compass.
    compass: CompassPoint


class _PrayerReflectionRequired(TypedDict):
    # The day it is for, in UTC.
    day: str
    # The chapter of the verse.
    chapter: PrayerChapter
    # The verse.
    verse: PrayerVerse
    # The saying.
    saying: PrayerHadith
    # Translator of the verse.
    translator: str
    # Language of the translations, an IETF tag.
    language: str
    # The divine name.
    divine_name: PrayerDivineName
    # All three as readable text.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class PrayerReflection(_PrayerReflectionRequired, total=False):
    """Something to reflect on."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _PrayerSayingRequired(TypedDict):
    # The collection it is from.
    collection: str
    # Number of the book in the collection.
    book: int
    # Number of the saying, as its source numbers it.
    number: int
    # Reference, such as `Sahih al-Bukhari 1`; it names the provider if the number is the provider's.
    reference: str
    # Its translation into English.
    translation: str
    # Language of the translation, an IETF tag.
    language: str
    # The saying as readable text.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class PrayerSaying(_PrayerSayingRequired, total=False):
    """A saying and its source."""

    # Name of the book.
    book_name: str
    # Narrator.
    narrator: str
    # The saying in Arabic.
    arabic: str
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _PrayerDayRequired(TypedDict):
    # The day, in the time zone.
    day: str
    # IANA name of the time zone.
    timezone: str
    # Calculation method used.
    method: PrayerMethod
    # Rule for the afternoon prayer used.
    asr: PrayerAsr
    # Rule for short nights used.
    high_latitude: PrayerHighLatitude
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # The times.
    times: PrayerTimes
    # The prayers whose time is a part of the night by `high_latitude`, or by the season, because the sun does not sink to
    # the angle of the method soon enough; empty where the sun itself decides.
    estimated: List[PrayerName]
    # The times and the next prayer as readable text.
    text: str


class PrayerDay(_PrayerDayRequired, total=False):
    """The prayer times of a day."""

    # Whether the sun stays up or stays down all day; absent if it rises and sets.
    polar: PrayerPolar
    # The next prayer; after the last of today, the first of tomorrow. Absent if neither day has one, and for another day
    # than today.
    next: PrayerNext


class _PrayerVersesRequired(TypedDict):
    # The chapter.
    chapter: PrayerChapter
    # The verses in order: the one requested, or the whole chapter.
    items: List[PrayerVerse]
    # Translator.
    translator: str
    # Language of the translation, an IETF tag.
    language: str
    # The verses as readable text.
    text: str
    # Who provided the data.
    source: str
    # When the provider supplied the data; in the past if the data was cached.
    as_of: str
    # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
    stale: bool


class PrayerVerses(_PrayerVersesRequired, total=False):
    """One verse, or a whole chapter."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class _RecallConversationRequired(TypedDict):
    # Id of the conversation; pass it to the agent endpoint as `thread` to continue it.
    id: str
    # First line of the first message that is kept, at most 80 characters.
    subject: str
    # Where it was held.
    client: RecallPlace
    # How many messages it has.
    message_count: int
    # When it began.
    created: str
    # When the last message was added.
    updated: str
    # The messages, oldest first.
    messages: List[RecallMessage]
    # How many older messages `limit` left out; 0 if all that are kept are here.
    omitted: int


class RecallConversation(_RecallConversationRequired, total=False):
    """A conversation with its messages."""

    # Name of the agent, if a named one replied.
    agent: str


class RecallSummaryList(TypedDict):
    """The most recently active conversations, and how many there are in all."""

    # The conversations, the most recently active first.
    items: List[RecallSummary]
    # How many conversations match in all, including those beyond `limit`.
    total: int


_RouteDirectionsRequiredFields = TypedDict(
    "_RouteDirectionsRequiredFields",
    {
        # Where it begins.
        "from": "RouteEnd",
        # Where it ends.
        "to": "RouteEnd",
        # Mode of travel.
        "mode": "RouteMode",
        # Distance in metres along the route.
        "distance_m": "int",
        # Travel time in seconds, including expected traffic if the provider knows it.
        "duration_s": "int",
        # True if no router was available, and distance and time are only estimated from the straight line. Always true for
        # public transport if the instance has no provider for it.
        "is_estimate": "bool",
        # When to leave; in the past if `arrive_by` was too soon: then `late` is true.
        "depart_at": "str",
        # Whether the destination can no longer be reached by `arrive_by`.
        "late": "bool",
        # When the journey ends.
        "arrive_at": "str",
        # The instructions in order; empty for an estimate.
        "steps": "List[RouteStep]",
        # The journey in a sentence and the numbered instructions.
        "text": "str",
        # Who provided the data.
        "source": "str",
        # When the provider supplied the data; in the past if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
        "stale": "bool",
    },
    total=True,
)


class _RouteDirectionsRequired(_RouteDirectionsRequiredFields):
    pass


class RouteDirections(_RouteDirectionsRequired, total=False):
    """A journey, turn by turn."""

    # How many of those seconds are due to traffic; absent if the provider does not know.
    traffic_delay_s: int
    # The route as an encoded polyline (precision 5), for drawing it; absent for an estimate.
    polyline: str
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


_RouteEtaRequiredFields = TypedDict(
    "_RouteEtaRequiredFields",
    {
        # Where it begins.
        "from": "RouteEnd",
        # Where it ends.
        "to": "RouteEnd",
        # Mode of travel.
        "mode": "RouteMode",
        # Distance in metres along the route.
        "distance_m": "int",
        # Travel time in seconds, including expected traffic if the provider knows it.
        "duration_s": "int",
        # True if no router was available, and distance and time are only estimated from the straight line. Always true for
        # public transport if the instance has no provider for it.
        "is_estimate": "bool",
        # When to leave; in the past if `arrive_by` was too soon: then `late` is true.
        "depart_at": "str",
        # Whether the destination can no longer be reached by `arrive_by`.
        "late": "bool",
        # When the journey ends.
        "arrive_at": "str",
        # The result in a sentence; times have the offset given in the arguments.
        "text": "str",
        # Who provided the data.
        "source": "str",
        # When the provider supplied the data; in the past if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
        "stale": "bool",
    },
    total=True,
)


class _RouteEtaRequired(_RouteEtaRequiredFields):
    pass


class RouteEta(_RouteEtaRequired, total=False):
    """How long a journey takes."""

    # How many of those seconds are due to traffic; absent if the provider does not know.
    traffic_delay_s: int
    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


_RouteDestinationsRequiredFields = TypedDict(
    "_RouteDestinationsRequiredFields",
    {
        # Where it begins.
        "from": "RouteEnd",
        # Mode of travel.
        "mode": "RouteMode",
        # The destinations that can be reached, the quickest first.
        "items": "List[RouteDestination]",
        # The destinations that could not be found or reached, in the order given.
        "unreached": "List[RouteUnreached]",
        # The order in sentences.
        "text": "str",
        # Who provided the data.
        "source": "str",
        # When the provider supplied the data; in the past if the data was cached.
        "as_of": "str",
        # True if the provider could not be reached and these are the last data it gave; `as_of` tells how old they are.
        "stale": "bool",
    },
    total=True,
)


class _RouteDestinationsRequired(_RouteDestinationsRequiredFields):
    pass


class RouteDestinations(_RouteDestinationsRequired, total=False):
    """Destinations, the quickest to reach first."""

    # Attribution to show with the data; absent if the provider requires none.
    attribution: str
    # Licence of the data, such as `ODbL 1.0`; absent if the provider names none.
    licence: str


class ShellRun(TypedDict):
    """Result of a command."""

    # The command's exit code; 0 is success. A failed command is a successful call with another code here: 124 if it ran
    # out of time, 137 if it was killed for using too much memory.
    exit_code: int
    # What the command wrote to standard output and standard error, in the order written: the last 100,000 characters.
    # Bytes that are not UTF-8 are replaced.
    text: str
    # True when the command wrote more than `text` holds; the end is kept.
    is_truncated: bool
    # True if the command was stopped because it ran out of time.
    timed_out: bool
    # The directory it ran in.
    dir: str
    # How long it ran, in seconds.
    duration_s: float


class ShellFile(TypedDict):
    """A file that was written."""

    # Absolute path of the file, under `/work`.
    path: str
    # Size in bytes.
    size_bytes: int


class _SmsHistoryRequired(TypedDict):
    # The entries.
    items: List[SmsMessage]
    # How many messages there are in all; `items` holds at most `limit` of them.
    total: int


class SmsHistory(_SmsHistoryRequired, total=False):
    """A complete list. Name it: `model NoteList is List<Note>`."""

    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search.
    is_total_at_least: bool


class _SmsNumberRequired(TypedDict):
    # The account's verified numbers.
    verified: List[str]
    # Countries that can be written to, ISO 3166-1 alpha-2 codes; a number elsewhere is refused.
    countries: List[str]
    # How many messages the account has sent today (UTC).
    sent_today: int
    # The same in a sentence.
    text: str


class SmsNumber(_SmsNumberRequired, total=False):
    """The numbers of an account."""

    # The number that messages are sent from, in international format; absent if the instance has none.
    sending_number: str
    # How many messages the account may send per day; absent if their number is not limited.
    daily_limit: int
    # How many messages are left today; absent if their number is not limited.
    left_today: int


class _SmsSentRequired(TypedDict):
    # The message as stored.
    message: SmsMessage
    # What it cost in credits.
    cost_credits: float


class SmsSent(_SmsSentRequired, total=False):
    """A sent message."""

    # How many messages are left today; absent if their number is not limited.
    left_today: int


class _SmsSourcePageRequired(TypedDict):
    # The entries of this page.
    items: List[StoredMessageRef]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int


class SmsSourcePage(_SmsSourcePageRequired, total=False):
    """One page of a list of any length: by offset as far as 100,000 entries, by cursor to its end. Name it:
    `model TaskPage is LongPage<Task>`.
    """

    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search.
    is_total_at_least: bool
    # Send it as `cursor`, without `offset`, for the next page; absent on the last page.
    next_cursor: str
    # The `offset` of the next page; absent on the last page, and where only the cursor leads on.
    next_offset: int


class _SmsVerificationRequired(TypedDict):
    # The number, in international format.
    number: str
    # Whether the number now belongs to the account.
    verified: bool
    # What the call cost in credits; 0 when a code was checked.
    cost_credits: float


class SmsVerification(_SmsVerificationRequired, total=False):
    """Status of a number's verification."""

    # When the code sent by SMS expires; absent once the number is verified.
    code_expires: str


class SocialPostList(TypedDict):
    """A complete list. Name it: `model NoteList is List<Note>`."""

    # The entries.
    items: List[SocialPost]
    # How many recent posts there are in all; `items` holds at most `limit` of them.
    total: int


class StreamEntryList(TypedDict):
    """The most recent entries, and how many there are in all."""

    # The entries, newest first.
    items: List[StreamEntry]
    # How many entries the caller can see in all, including those beyond `limit`: at most 1,000.
    total: int


class _TaskRequired(TypedDict):
    # Id of the task.
    id: str
    # What is to be done, in one line.
    title: str
    # Status of the task.
    status: TaskStatus
    # Who it is for.
    assignee: TaskAssignee
    # When the task was created.
    created: str
    # When the task was last changed.
    updated: str


class Task(_TaskRequired, total=False):
    """A task in full."""

    # Details of the task.
    detail: str
    # When it is due.
    due: str
    # Result, or why there is none.
    result: str


class _TaskPageRequired(TypedDict):
    # The entries of this page.
    items: List[TaskEntry]
    # How many entries there are in all.
    total: int
    # How many entries were skipped before this page.
    offset: int


class TaskPage(_TaskPageRequired, total=False):
    """One page of a list of any length: by offset as far as 100,000 entries, by cursor to its end. Name it:
    `model TaskPage is LongPage<Task>`.
    """

    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search.
    is_total_at_least: bool
    # Send it as `cursor`, without `offset`, for the next page; absent on the last page.
    next_cursor: str
    # The `offset` of the next page; absent on the last page, and where only the cursor leads on.
    next_offset: int


class _TaskEntryRequired(TypedDict):
    # Id of the task.
    id: str
    # What is to be done, in one line.
    title: str
    # Status of the task.
    status: TaskStatus
    # Who it is for.
    assignee: TaskAssignee
    # When the task was created.
    created: str
    # When the task was last changed.
    updated: str


class TaskEntry(_TaskEntryRequired, total=False):
    """A task as lists show it, without the whole of its detail and result."""

    # Beginning of the detail as plain text on one line, at most 200 characters.
    snippet: str
    # When it is due.
    due: str


class _TaskNextRequired(TypedDict):
    # How many of the agent's tasks are waiting in status `todo`, this one included.
    waiting: int


class TaskNext(_TaskNextRequired, total=False):
    """The agent's next task, if it has one."""

    # The task to do next; absent when none is waiting.
    task: Task
    # True if more are waiting: they were counted only so far, to 10,000.
    is_waiting_at_least: bool


class TextClass(TypedDict):
    """Classification of a text."""

    # The label that fits best: one of `labels`, spelled as given.
    label: str
    # How sure the model says it is, from 0 to 1. This is its own estimate, not a measured probability: use it to compare
    # texts, not as a rate of errors.
    confidence: float


class TextExtract(TypedDict):
    """What was extracted."""

    # The extracted values. With a JSON schema, they are valid against it; otherwise their fields follow the description.
    # A list is under `items`, and a single value under `value`. Values that the text does not contain are absent.
    data: Dict[str, Any]


class _TextSummaryRequired(TypedDict):
    # The summary; with `style` `bullets`, one line per point, each beginning with `- `.
    text: str


class TextSummary(_TextSummaryRequired, total=False):
    """A summary."""

    # The points, without bullets; absent for prose.
    points: List[str]


class _TextTranslationRequired(TypedDict):
    # The translated text; line breaks, lists and markup are kept.
    text: str
    # The language it was translated into, as an IETF tag such as `fr`.
    language: str


class TextTranslation(_TextTranslationRequired, total=False):
    """A translation."""

    # The language it was translated from, as an IETF tag; absent if it could not be detected.
    from_language: str


class _InboxViewRequired(TypedDict):
    # How many threads there are in all; 1 with an id.
    total: int
    # How many threads were skipped before this page.
    offset: int
    # How many threads in the whole inbox have unread messages.
    unread: int


class InboxView(_InboxViewRequired, total=False):
    """The inbox, or one thread of it."""

    # The threads of this page, the latest first; absent with an id.
    items: List[InboxThread]
    # The `offset` of the next page; absent on the last page.
    next_offset: int
    # The thread with its messages; only if an id was given.
    thread: InboxConversation


_InboxThreadRequiredFields = TypedDict(
    "_InboxThreadRequiredFields",
    {
        # Id of the thread.
        "id": "str",
        # Kind of the thread.
        "kind": "InboxThreadKind",
        # What it is about.
        "subject": "str",
        # Author of the latest message: a name or an address.
        "from": "str",
        # The beginning of the latest message, at most 180 characters.
        "snippet": "str",
        # Whether it has unread messages.
        "unread": "bool",
        # When the latest message was written.
        "updated": "str",
    },
    total=True,
)


class _InboxThreadRequired(_InboxThreadRequiredFields):
    pass


class InboxThread(_InboxThreadRequired, total=False):
    """A thread of the inbox."""

    # Path or address of the page that shows it; absent without one.
    link: str


class InboxMark(TypedDict):
    """A thread's read status."""

    # Id of the thread.
    id: str
    # Whether it is now unread.
    unread: bool
    # Whether the messages are marked as read where they came from, too, which takes a moment: only those of a direct conversation
    # are, and none are marked as unread there.
    is_carried: bool


class UrlCreated(TypedDict):
    # The new link.
    url: UrlRecord


class UrlCreatedMany(TypedDict):
    # One entry per link, in the order sent.
    links: List[UrlMade]
    # How many were created and charged.
    made: int
    # How many were not created.
    failed: int


class UrlNewLink(TypedDict, total=False):
    """One of many links. Each is checked on its own, so that an invalid one does not prevent the others from being created.
    """

    # The destination address, as for `url.create`.
    destinationURL: str
    # The id for the short link, as for `url.create`. If omitted, one is generated.
    id: str
    # Title, at most 200 characters.
    title: str
    # Tags: at most 20 words of 50 characters.
    tags: List[str]
    # When it expires; if omitted, never.
    expiresAt: str
    # Whether the query of a visit is passed on to the destination.
    forwardQuery: bool


class _UrlExportedRequired(TypedDict):
    # Media type of the file.
    contentType: str
    # The file's text.
    content: str
    # How many links it holds.
    count: int
    # How many links there are in all.
    total: int


class UrlExported(_UrlExportedRequired, total=False):
    # True if there are more than `total`: they were counted only so far, to 10,000.
    isTotalAtLeast: bool
    # Send it as `cursor`, without `offset`, for the next part; absent on the last.
    nextCursor: str
    # The `offset` of the next part; absent on the last, and where only the cursor leads on.
    nextOffset: int


class UrlFound(TypedDict):
    # The link.
    url: UrlRecord


class _UrlListRequired(TypedDict):
    # The caller's links, the newest first.
    urlPairs: List[UrlPair]


class UrlList(_UrlListRequired, total=False):
    # How many there are in all; absent if all of them are returned because neither `limit` nor `offset` was given.
    total: int
    # True if there are more than `total`: they were counted only so far, to 10,000, or to 1,000 by a search or tag.
    isTotalAtLeast: bool
    # Send it as `cursor`, without `offset`, for the next page; absent on the last page.
    nextCursor: str
    # The `offset` of the next page; absent on the last page, and where only the cursor leads on.
    nextOffset: int


class _UrlPairRequired(TypedDict):
    # Id of the link: generated, or chosen when it was created.
    id: str
    # Address of the short link; its path is `/u/` and the id.
    shortURL: str
    # The destination address, normalised by the URL standard: host in lower case, other scripts encoded.
    destinationURL: str
    # When it was created: ISO 8601 in UTC, with nanoseconds.
    created: str
    # How often people followed it, as a decimal string. Robots, previews and HEAD requests do not count.
    hitCount: str


class UrlPair(_UrlPairRequired, total=False):
    """A short link as listed. Fields that it does not have are absent."""

    # Title; absent if it has none.
    title: str
    # Tags, in lower case; absent if it has none.
    tags: List[str]
    # When it expires; absent if it does not.
    expiresAt: str
    # True if the query of a visit is passed on to the destination; absent if not.
    forwardQuery: bool


class UrlQrCode(TypedDict):
    # The address that the code holds.
    shortURL: str
    # Media type of the picture: `image/svg+xml` or `image/png`.
    contentType: str
    # How the picture is encoded in `content`.
    encoding: UrlContentEncoding
    # The picture.
    content: str


class UrlResolved(TypedDict):
    # The destination address.
    destinationURL: str


class UrlShortened(TypedDict):
    # Address of the new short link.
    shortURL: str


class UrlStats(TypedDict):
    # Id of the link.
    id: str
    # Address of the short link.
    shortURL: str
    # Visits since the link was created.
    total: UrlVisits
    # Visits by day, for every day of the period, the oldest first.
    days: List[UrlDayVisits]
    # Visits by people in that period by kind of device, the most visits first; kinds without a visit are left out.
    devices: List[UrlDeviceVisits]
    # The sites that most people came from in that period, up to 50, the most visits first. Most visits do not say where
    # they come from.
    referrers: List[UrlReferrerVisits]


class _WorkViewRequired(TypedDict):
    # How many pieces there are in all; 1 with an id.
    total: int
    # How many pieces were skipped before this page.
    offset: int


class WorkView(_WorkViewRequired, total=False):
    """The caller's work, or one piece of it."""

    # The pieces of this page, the newest first; absent with an id.
    items: List[WorkItem]
    # The `offset` of the next page; absent on the last page.
    next_offset: int
    # The piece with its progress; only if an id was given.
    work: WorkProgress


class _WorkItemRequired(TypedDict):
    # Id of the work.
    id: str
    # What the agent was asked to do.
    prompt: str
    # Status of the work.
    status: WorkStatus
    # What shows that it is done, as the agent reports it; empty until then.
    evidence: List[str]
    # Id of the inbox thread its result is delivered to.
    thread: str
    # How often it has run.
    run_count: int
    # What the methods that its runs called cost so far, in credits.
    cost_credits: float
    # When it was submitted.
    created: str
    # When it last changed.
    updated: str


class WorkItem(_WorkItemRequired, total=False):
    """A piece of work given to the agent."""

    # Result; absent until it is done.
    result: str
    # Id of the task that it does, if it began with one.
    task: str
    # Place among the caller's work that waits, 1 for the next; absent once it has begun.
    place: int
    # Name of the agent that does it; absent for the agent without a name.
    agent: str


class WorkSubmitted(TypedDict):
    """The work that was submitted or retried."""

    # The work with its current progress.
    work: WorkProgress


class AgentCall(TypedDict):
    """A method that the agent called."""

    # The method, such as `notes.add`.
    method: str
    # Whether it succeeded.
    ok: bool
    # Its result, or why it failed or was refused, in a sentence.
    text: str
    # What the call cost, in credits.
    cost_credits: float


class _AppBuildSummaryRequired(TypedDict):
    # Id of the build; `apps.buildstatus` and `apps.read` take it.
    id: str
    # Status of the build.
    state: AppBuildState
    # The beginning of the description the app is built from, at most 200 characters.
    snippet: str
    # What the build cost in credits: 0 until it is complete, and if it failed.
    cost_credits: float
    # Where to poll this build's status, with the same credentials; for a build that was paid for without an account, a
    # page that anyone who has its address can open.
    status_url: str
    # How many attempts were made so far, at most three.
    attempts: int
    # How often the build was resumed after a restart of the server.
    recoveries: int
    # When the build was requested.
    created: str
    # When the status last changed.
    updated: str


class AppBuildSummary(_AppBuildSummaryRequired, total=False):
    """A build job as lists show it."""

    # Why the build failed, when it did.
    error: str
    # Slug of the app that the build changes; absent if it builds a new one.
    changes: str
    # True if the finished app was opened in a browser before it was saved, false where the server has no browser; absent
    # before it is complete.
    is_tried: bool
    # Slug of the finished app.
    slug: str
    # Name of the finished app.
    name: str
    # Where the finished app opens.
    url: str


class _AppSummaryRequired(TypedDict):
    # Id of the app; stays the same through every edit.
    id: str
    # Address of the app below `/apps/`; every method that takes an app takes this.
    slug: str
    # Name shown above the app.
    name: str
    # What the app is for; the name if no description was given.
    description: str
    # Tags in lower case.
    tags: List[str]
    # True when anyone may open the app, false when only its owner may.
    public: bool
    # Price in credits that a viewer other than the owner pays for each opening; 0 is free.
    price_credits: float
    # How often the app was opened by anyone but its owner.
    uses: int
    # Size of the source in bytes.
    size_bytes: int
    # Where the app opens.
    url: str
    # Where the app came from.
    origin: AppOrigin
    # When the app was first saved.
    created: str
    # When the app was last edited.
    updated: str


class AppSummary(_AppSummaryRequired, total=False):
    """A saved app as lists show it."""

    # Address of the app's icon, an SVG document; absent without one.
    icon_url: str
    # Username of the owner; absent if the app was paid for without an account.
    author: str


class _AppOriginRequired(TypedDict):
    # How the app was made.
    kind: AppOriginKind


class AppOrigin(_AppOriginRequired, total=False):
    """Where an app came from."""

    # Id of the build that made the app, for a built app.
    build: str
    # Id of the conversation with the agent in which it was made; absent otherwise.
    thread: str
    # For a fork, slug of the app it was copied from, as it was then.
    slug: str


class _AppIssueRequired(TypedDict):
    # Stable name of the rule that was broken, such as `external_fetch`.
    rule: str
    # What is wrong and what to write instead.
    message: str


class AppIssue(_AppIssueRequired, total=False):
    """A fault found in an app's source."""

    # Line of the source, counted from 1; absent if the fault is not on one line.
    line: int


class _AppCallCheckRequired(TypedDict):
    # The method that is called, such as `markets.list`.
    operation: str
    # Line of the source, counted from 1.
    line: int
    # True when the method exists, an app may call it, and its literal arguments are valid.
    ok: bool
    # Price of the call for the viewer, in credits; 0 is free.
    price_credits: float


class AppCallCheck(_AppCallCheckRequired, total=False):
    """One service call found in an app's source."""

    # What is wrong with the call; absent if nothing is.
    message: str


class _ArchiveEntryRequired(TypedDict):
    # Id of the entry: that of the article, post or other item itself. `bookmarks.add` takes it as `ref`.
    id: str
    # Kind of the entry.
    kind: ArchiveKind
    # Title; the beginning of the text if it has none of its own.
    title: str
    # The beginning of its text as plain text on one line, at most 300 characters.
    snippet: str
    # Who published it: a feed, a channel, a market's data provider, or a username.
    source: str
    # When it was published, or, for a price, when it was quoted; not when it was archived.
    published: str


class ArchiveEntry(_ArchiveEntryRequired, total=False):
    """Something the services have published."""

    # Address of its page, in full; absent if it has none.
    url: str
    # Attribution to show with it; absent if the source requires none.
    attribution: str


class ArchiveKindCount(TypedDict):
    """The number of archived entries of one kind."""

    # The kind.
    kind: ArchiveKind
    # How many entries of this kind are archived.
    total: int


class ChatMessage(TypedDict):
    """A message in a chat room."""

    # Id of the message.
    id: str
    # Id of the room it was posted in.
    room: str
    # Username of the author.
    author: str
    # The message.
    text: str
    # Whether the author's agent posted it for them. The agent takes no part in a room by itself.
    is_agent: bool
    # When it was posted.
    created: str


class _ChatRoomRequired(TypedDict):
    # Id of the room, such as `topic_gardening`; of a direct conversation, `direct:` and both usernames in order.
    id: str
    # What the room is about.
    kind: ChatRoomKind
    # Title of the room: of what it is about, of the group, or the other person's username.
    title: str


class ChatRoom(_ChatRoomRequired, total=False):
    """A chat room."""

    # How many messages have come since the account last opened the room on the page `/chat` or posted in it, counted as
    # far as 100. Absent without an account, and for a public room that the account has neither opened nor posted in. Nobody
    # else learns what an account has read, or whether it is reading.
    unread: int
    # When the last message was posted; absent if there is none.
    last_activity: str


class _MessageAttachmentRequired(TypedDict):
    # File name, as given by the sender.
    name: str
    # Media type, such as `application/pdf`.
    type: str
    # Size in bytes.
    size_bytes: int


class MessageAttachment(_MessageAttachmentRequired, total=False):
    """A file attached to a message."""

    # Where its account downloads it, with a token or signed in; absent where it cannot be downloaded.
    url: str


class _ContactRequired(TypedDict):
    # Id of the card; stays the same when the card is updated.
    id: str
    # Name, as last given; unique among the caller's contacts regardless of case.
    name: str
    # When the card was created.
    created: str
    # When the card was last changed.
    updated: str


class Contact(_ContactRequired, total=False):
    """A card in the caller's address book."""

    # E-mail address.
    email: str
    # Telephone number, as given.
    phone: str
    # The caller's own note.
    note: str


class EventFreeSlot(TypedDict):
    """A period without events."""

    # When it begins.
    start: str
    # When it ends.
    end: str
    # How long it is, in minutes.
    minutes: int


class _FlightAirportRequired(TypedDict):
    # ICAO code; where there is none, the code that its country uses.
    icao: str
    # Name of the airport.
    name: str
    # Country, ISO 3166-1 alpha-2.
    country_code: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float


class FlightAirport(_FlightAirportRequired, total=False):
    """An airport."""

    # Three-letter IATA code; absent if the airport has none.
    iata: str
    # City it serves.
    city: str


class _FlightNearbyRequired(TypedDict):
    # The aircraft's 24-bit ICAO address, six hexadecimal digits.
    hex: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Whether it is on the ground, parked or taxiing.
    on_ground: bool
    # When this position was received.
    observed: str
    # Distance over the ground in nautical miles.
    distance_nm: float
    # Bearing of the aircraft from the place: degrees clockwise from true north.
    bearing_deg: float
    # The same as a point of the compass.
    compass: CompassPoint


class FlightNearby(_FlightNearbyRequired, total=False):
    """An aircraft and its distance from the requested place."""

    # Callsign it uses on the radio, such as `BAW117`.
    callsign: str
    # Flight number guessed from the callsign, such as `BA117`; absent if the airline is not known or the callsign is not
    # made of its code and the number.
    flight: str
    # Name of the airline.
    airline: str
    # Registration painted on the aircraft, such as `G-ZBKL`.
    registration: str
    # ICAO designator of the type, such as `B789`.
    type_code: str
    # Name of the type, such as `Boeing 787-9`.
    type_name: str
    # Barometric altitude in feet at standard pressure; absent on the ground.
    altitude_ft: int
    # Rate of climb in feet per minute; negative in descent.
    climb_fpm: int
    # Speed over the ground in knots.
    speed_kt: float
    # Direction of travel over the ground, degrees clockwise from true north.
    heading_deg: float
    # Transponder code, four octal digits.
    squawk: str
    # Emergency indicated by the transponder code; absent if there is none.
    emergency: FlightEmergency


class _ScheduledFlightRequired(TypedDict):
    # IATA flight number, such as `BA117`.
    flight: str
    # Numbers that other airlines sell this flight under.
    codeshares: List[str]
    # Day of departure, in the time zone of the departure airport.
    day: str
    # Status of the flight.
    status: FlightState
    # Where and when it departs.
    departure: FlightStop
    # Where and when it arrives.
    arrival: FlightStop


class ScheduledFlight(_ScheduledFlightRequired, total=False):
    """A scheduled flight on one day."""

    # Name of the airline.
    airline: str
    # Registration of the aircraft, once it is known.
    registration: str


class _FlightTrackedRequired(TypedDict):
    # The aircraft's 24-bit ICAO address, six hexadecimal digits.
    hex: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Whether it is on the ground, parked or taxiing.
    on_ground: bool
    # When this position was received.
    observed: str
    # The major airport nearest to it.
    nearest_airport: FlightNearestAirport


class FlightTracked(_FlightTrackedRequired, total=False):
    """An aircraft in the air and the airport nearest to it."""

    # Callsign it uses on the radio, such as `BAW117`.
    callsign: str
    # Flight number guessed from the callsign, such as `BA117`; absent if the airline is not known or the callsign is not
    # made of its code and the number.
    flight: str
    # Name of the airline.
    airline: str
    # Registration painted on the aircraft, such as `G-ZBKL`.
    registration: str
    # ICAO designator of the type, such as `B789`.
    type_code: str
    # Name of the type, such as `Boeing 787-9`.
    type_name: str
    # Barometric altitude in feet at standard pressure; absent on the ground.
    altitude_ft: int
    # Rate of climb in feet per minute; negative in descent.
    climb_fpm: int
    # Speed over the ground in knots.
    speed_kt: float
    # Direction of travel over the ground, degrees clockwise from true north.
    heading_deg: float
    # Transponder code, four octal digits.
    squawk: str
    # Emergency indicated by the transponder code; absent if there is none.
    emergency: FlightEmergency


class _FoodBusinessRequired(TypedDict):
    # Id of the business at the Food Standards Agency.
    id: str
    # Name of the business.
    name: str
    # The rating in words: `5`, `Pass`, `Pass and Eat Safe`, `Improvement Required`, `Awaiting Inspection`,
    # `Awaiting Publication`, `Exempt`.
    rating: str
    # The scheme of the rating.
    scheme: FoodHygieneScheme
    # Whether a newer rating is awaiting publication.
    new_rating_pending: bool
    # The council that inspects it.
    local_authority: str
    # Page of the business with its rating.
    url: str


class FoodBusiness(_FoodBusinessRequired, total=False):
    """A food business and its last inspection."""

    # Kind of business, such as `Restaurant/Cafe/Canteen`.
    kind: str
    # The rating as a number, 0 (urgent improvement needed) to 5 (very good); absent in Scotland and if there is none.
    rating_value: int
    # Day of the inspection; absent before the first one.
    rated_on: str
    # Penalty points of the inspection; absent in Scotland and before the first inspection.
    penalty_points: FoodPenaltyPoints
    # Address in one line; absent if the business is run from a private home.
    address: str
    # Postcode.
    postcode: str
    # Degrees north.
    lat: float
    # Degrees east.
    lon: float
    # Distance in kilometres from the given point.
    distance_km: float


class _FoodNutritionRequired(TypedDict):
    # Whether the values are for 100 grams or for 100 millilitres.
    basis: FoodBasis


class FoodNutrition(_FoodNutritionRequired, total=False):
    """Nutrition per 100 grams, or per 100 millilitres. Values that the packet does not state are absent."""

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

    # Username of the member.
    account: str
    # What the member may do.
    role: GroupRole
    # When the member joined.
    joined: str


class GroupInvitee(TypedDict):
    """Someone who was invited and has not responded yet. An invitation also ends when whoever sent it leaves the group.
    """

    # Username of the invited person.
    account: str
    # Username of the member who sent the invitation.
    invited_by: str
    # When the invitation was sent.
    created: str
    # When the invitation expires: seven days after it was last sent.
    expires: str


class GroupSummary(TypedDict):
    """A private group as the caller sees it, without its members."""

    # Id of the group.
    id: str
    # Name of the group.
    name: str
    # True when only end-to-end encrypted chat clients may write; fixed when the group is created.
    encrypted: bool
    # Username of the owner.
    owner: str
    # The caller's own role.
    role: GroupRole
    # How many members there are, including the owner.
    member_count: int
    # Id of the group's chat room, for `chat.messages` and `chat.send`.
    room: str
    # When the group was created.
    created: str
    # When its name, members, roles or invitations last changed.
    updated: str


class GroupInvitation(TypedDict):
    """An open invitation to the caller."""

    # Id of the group; `groups.update` takes it as `id` with `accept` or `decline`.
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
    # Id of the event at the provider, such as `TC1001234`.
    id: str
    # Kind of disaster.
    kind: HazardKind
    # Expected impact.
    level: HazardLevel
    # Name of the event.
    name: str
    # Countries affected; empty for a disaster at sea.
    countries: List[HazardCountry]
    # When it began.
    started: str
    # When it was last observed.
    observed: str
    # When the alert was last changed.
    updated: str
    # Degrees north of its centre.
    lat: float
    # Degrees east of its centre.
    lon: float
    # Page of the event.
    url: str


class HazardAlert(_HazardAlertRequired, total=False):
    """An ongoing disaster."""

    # Severity, in words.
    severity: str
    # Distance of its centre in kilometres from the given point.
    distance_km: float
    # Agency that reported it, such as `JTWC`.
    reported_by: str


class _HazardFloodRequired(TypedDict):
    # Code of the flood area that the message is for; an area has one message at a time.
    id: str
    # Name of the flood area.
    area: str
    # Severity of the message.
    severity: HazardFloodSeverity
    # When the message was raised.
    raised: str
    # When its text was last changed.
    updated: str


class HazardFlood(_HazardFloodRequired, total=False):
    """A flood message for an area of England."""

    # Counties the area lies in.
    county: str
    # The river or sea concerned.
    river_or_sea: str
    # The agency's full message; absent if it gave none.
    message: str
    # Whether it is caused by tides or waves; absent if the agency does not say.
    tidal: bool
    # Latitude of the area's centre, degrees north. Absent if the agency does not say yet where the area is; then it is
    # listed around every point.
    lat: float
    # Longitude of the area's centre, degrees east.
    lon: float
    # Distance of the area's centre in kilometres from the given point.
    distance_km: float
    # Page of the area, with its messages.
    url: str


class _HazardQuakeRequired(TypedDict):
    # Id of the earthquake at the provider.
    id: str
    # Magnitude.
    magnitude: float
    # When it happened.
    occurred: str
    # How long ago it happened, in seconds, at the time of the response.
    age_s: int
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # True for a large earthquake at sea, for which the tsunami warning centres should be asked. It says neither that there
    # is a tsunami nor that there is a bulletin.
    tsunami_check: bool
    # Whether a seismologist has reviewed it; false while the values are automatic.
    reviewed: bool
    # Page of the earthquake.
    url: str


class HazardQuake(_HazardQuakeRequired, total=False):
    """An earthquake."""

    # Scale of the magnitude, such as `mww`.
    magnitude_type: str
    # Where it happened, in words.
    place: str
    # Depth in kilometres; absent if it is not known. Negative above sea level.
    depth_km: float
    # Expected loss of life and property; absent until it has been estimated.
    impact: HazardImpact
    # Distance in kilometres from the given point.
    distance_km: float


class IslamPart(TypedDict):
    """A part of a passage that has no field of its own."""

    # Name of the part, as the source gives it.
    name: str
    # Text of the part.
    text: str


class _MailPartyRequired(TypedDict):
    # Full email address, or a username of this instance.
    address: str


class MailParty(_MailPartyRequired, total=False):
    """Someone who sends or receives mail."""

    # Display name, if the message gives one.
    name: str


class MapAreaTile(TypedDict):
    """One tile of an area."""

    # Address of the picture: a PNG of 256 by 256 pixels. Opening it needs an account unless the tile is held.
    url: str
    # Column, from 0 in the west.
    x: int
    # Row, from 0 in the north.
    y: int
    # Whether this instance has the picture already.
    held: bool
    # Whether there is a map for this tile: it is held, or the instance has a key, the tile shows a part of Great Britain or
    # of the sea within about 15 km of its coasts, and the zoom is one that the instance can fetch: 7 to 16, to 20 with a
    # premium key. Otherwise nothing is found at the address.
    covered: bool


class GeoBox(TypedDict):
    """A box on the map between two parallels and two meridians, in degrees (WGS 84). A western edge that is greater than the
    eastern one means that the box crosses the meridian of 180 degrees.
    """

    # Northern edge, degrees north.
    north: float
    # Southern edge, degrees north.
    south: float
    # Eastern edge, degrees east.
    east: float
    # Western edge, degrees east.
    west: float


class _NewsItemRequired(TypedDict):
    # Id of the article, for `news.read`.
    id: str
    # Headline.
    title: str
    # Topic of the feed it came from, such as `World`.
    topic: str
    # Who published it: the site's domain, such as `bbc.co.uk`.
    source: str
    # Address of the article.
    url: str


class NewsItem(_NewsItemRequired, total=False):
    """A story."""

    # Summary of a sentence or two; absent if the feed has none.
    summary: str
    # Picture of the article.
    image: str
    # Language of the story, an IETF tag such as `en`; absent if the feed does not say.
    language: str
    # When it was published; absent if the feed does not say.
    published: str


class _NotifyDeviceRequired(TypedDict):
    # Id of the device.
    id: str
    # Name of the device, such as `Firefox on Android`.
    label: str
    # When notifications were allowed on it.
    created: str


class NotifyDevice(_NotifyDeviceRequired, total=False):
    """A device that can be notified: a browser in which its owner has allowed notifications."""

    # When a push service last accepted a notification for it; absent if none has yet.
    last_notified: str


class PlaceAddressParts(TypedDict, total=False):
    """An address in its parts. Parts that the place does not have are absent."""

    # House number.
    house_number: str
    # Street.
    street: str
    # Part of the town.
    suburb: str
    # City, town or village.
    city: str
    # County or district.
    county: str
    # State, province or, in Britain, the country.
    state: str
    # Postcode.
    postcode: str
    # Country.
    country: str
    # Country, ISO 3166-1 alpha-2.
    country_code: str


class _PlaceMatchRequired(TypedDict):
    # Address in one line.
    address: str
    # The address in its parts.
    parts: PlaceAddressParts
    # Kind of place, such as `station`, `city` or `house`.
    kind: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float


class PlaceMatch(_PlaceMatchRequired, total=False):
    """A place found by its name."""

    # Id of the place at the provider, such as `osm:way/5013364`; absent for a plain address.
    id: str
    # Name of the place; absent for a plain address.
    name: str
    # Extent of the place.
    bounds: GeoBox


class _PlaceOfInterestRequired(TypedDict):
    # Id of the place at the provider.
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

    # Address in one line.
    address: str
    # Whether it is open now; absent if not known.
    open_now: bool
    # Opening hours in words or in OpenStreetMap's notation.
    opening_hours: str
    # Telephone number.
    phone: str
    # Website.
    website: str
    # Cuisine, for a place to eat.
    cuisine: str


class PrayerChapter(TypedDict):
    """A chapter of the Quran."""

    # Number of the chapter, 1 to 114.
    number: int
    # Name of the chapter in Latin letters.
    name: str
    # What the name means.
    meaning: str
    # Name of the chapter in Arabic.
    arabic: str
    # Number of verses in the chapter.
    verse_count: int


class PrayerVerse(TypedDict):
    """A verse of the Quran."""

    # Number of the chapter.
    chapter: int
    # Number of the verse in the chapter.
    verse: int
    # Reference to cite, such as `Quran 112:1`.
    reference: str
    # The verse in Arabic.
    arabic: str
    # Its translation into English.
    translation: str


class _PrayerHadithRequired(TypedDict):
    # The collection it is from.
    collection: str
    # Number of the book in the collection.
    book: int
    # Number of the saying, as its source numbers it.
    number: int
    # Reference, such as `Sahih al-Bukhari 1`; it names the provider if the number is the provider's.
    reference: str
    # Its translation into English.
    translation: str
    # Language of the translation, an IETF tag.
    language: str


class PrayerHadith(_PrayerHadithRequired, total=False):
    """A saying of the Prophet."""

    # Name of the book.
    book_name: str
    # Narrator.
    narrator: str
    # The saying in Arabic.
    arabic: str


class PrayerDivineName(TypedDict):
    """One of the names of God."""

    # Number of the name in the usual order, 1 to 99.
    number: int
    # The name in Arabic.
    arabic: str
    # The name in Latin letters.
    transliteration: str
    # Its meaning.
    meaning: str


class PrayerTimes(TypedDict, total=False):
    """The times of one day. A time that does not occur that day, far north or south, is absent."""

    # Dawn prayer.
    fajr: PrayerTime
    # Sunrise, which ends the time of the dawn prayer; not itself a prayer.
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
    # Local time in the time zone, `HH:MM`. It may be that of the calendar day before or after, such as a night prayer
    # after midnight: see `at`.
    local: str
    # The same moment in UTC, to the minute.
    at: str
    # Time until then, in seconds.
    in_s: int


class _RecallMessageRequired(TypedDict):
    # Id of the message.
    id: str
    # Author of the message.
    role: RecallRole
    # Text of the message, at most 40,000 characters.
    text: str
    # True if the message was longer, and only its beginning is kept.
    is_truncated: bool
    # When it was written.
    created: str


_RecallMessageFields = TypedDict(
    "_RecallMessageFields",
    {
        # Mail address or username of the person; absent for the agent.
        "from": "str",
    },
    total=False,
)


class RecallMessage(_RecallMessageRequired, _RecallMessageFields, total=False):
    """One message of a conversation."""


class _RecallSummaryRequired(TypedDict):
    # Id of the conversation; pass it to the agent endpoint as `thread` to continue it.
    id: str
    # First line of the first message that is kept, at most 80 characters.
    subject: str
    # Where it was held.
    client: RecallPlace
    # How many messages it has.
    message_count: int
    # When it began.
    created: str
    # When the last message was added.
    updated: str


class RecallSummary(_RecallSummaryRequired, total=False):
    """A past conversation with the agent, without its messages."""

    # Name of the agent, if a named one replied.
    agent: str


class RouteEnd(TypedDict):
    """An end of a route."""

    # The place as resolved: a place's name, or the coordinates.
    place: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float


class _RouteStepRequired(TypedDict):
    # What to do.
    instruction: str
    # Distance in metres until the next instruction; the steps add up to the whole `distance_m`.
    distance_m: int
    # Time in seconds until the next instruction, without traffic: the steps add up to `duration_s` less `traffic_delay_s`.
    duration_s: int
    # Latitude of its start, degrees north.
    lat: float
    # Longitude of its start, degrees east.
    lon: float


class RouteStep(_RouteStepRequired, total=False):
    """One instruction."""

    # The ride, if the instruction is to take one.
    ride: RouteRide


class _RouteDestinationRequired(TypedDict):
    # The destination as given.
    name: str
    # The place as resolved.
    place: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Distance in metres along the route.
    distance_m: int
    # Travel time in seconds, including expected traffic if the provider knows it.
    duration_s: int
    # True if no router was available, and distance and time are only estimated from the straight line. Always true for
    # public transport if the instance has no provider for it.
    is_estimate: bool


class RouteDestination(_RouteDestinationRequired, total=False):
    """A destination and the way to it."""

    # How many of those seconds are due to traffic; absent if the provider does not know.
    traffic_delay_s: int


class RouteUnreached(TypedDict):
    """A destination that could not be ranked."""

    # The destination as given.
    name: str
    # The reason: no such place was found, no route leads there, or the place could not be looked up.
    reason: str


class _SmsMessageRequired(TypedDict):
    # Id of the message.
    id: str
    # Whether it was received or sent.
    direction: MessageDirection
    # The other party's number, in international format.
    other_number: str
    # Text of the message.
    text: str
    # Channel it was sent over.
    channel: SmsChannel
    # Status of the message.
    status: SmsStatus
    # How many SMS segments it takes; 1 for a WhatsApp message.
    segments: int
    # When it was sent or arrived.
    created: str
    # When its status last changed.
    updated: str


class SmsMessage(_SmsMessageRequired, total=False):
    """An SMS or WhatsApp message, sent or received."""

    # Why it could not be delivered; only with status `failed`.
    error: str


class _SocialPostRequired(TypedDict):
    # Id of the post; `bookmarks.add` takes it as `ref`.
    id: str
    # Username of its author.
    author: str
    # The post as plain text, at most 500 characters, on one line or several.
    text: str
    # Where it was published: `onedoor`, this instance.
    source: str
    # When it was published.
    published: str


class SocialPost(_SocialPostRequired, total=False):
    """A public social post."""

    # Where the post can be opened; absent if it has no page.
    url: str
    # Id of the post that this one replies to, which may have been deleted since; absent for a post that starts a thread.
    reply_to: str


class _StreamEntryRequired(TypedDict):
    # Id of the entry.
    id: str
    # Service it happened in, such as `blog` or `news`.
    service: str
    # What happened, in one sentence of at most 512 characters.
    text: str
    # True if everyone can see the entry, false if only the caller can.
    public: bool
    # When it happened.
    created: str


class StreamEntry(_StreamEntryRequired, total=False):
    """A recent event on this instance."""

    # Address to open; absent if there is none.
    url: str


_InboxConversationRequiredFields = TypedDict(
    "_InboxConversationRequiredFields",
    {
        # Id of the thread.
        "id": "str",
        # Kind of the thread.
        "kind": "InboxThreadKind",
        # What it is about.
        "subject": "str",
        # Author of the latest message: a name or an address.
        "from": "str",
        # The beginning of the latest message, at most 180 characters.
        "snippet": "str",
        # Whether it has unread messages.
        "unread": "bool",
        # When the latest message was written.
        "updated": "str",
        # The latest messages, oldest first: at most 200, fewer if together they have more than 200,000 characters.
        "messages": "List[InboxMessage]",
        # How many earlier messages are left out.
        "omitted": "int",
    },
    total=True,
)


class _InboxConversationRequired(_InboxConversationRequiredFields):
    pass


class InboxConversation(_InboxConversationRequired, total=False):
    """A thread with its messages."""

    # Path or address of the page that shows it; absent without one.
    link: str


class _UrlRecordRequired(TypedDict):
    # Id of the link: generated, or chosen when it was created.
    id: str
    # Address of the short link; its path is `/u/` and the id.
    shortURL: str
    # The destination address, normalised by the URL standard: host in lower case, other scripts encoded.
    destinationURL: str
    # When it was created: ISO 8601 in UTC, with nanoseconds.
    created: str
    # How often people followed it, as a decimal string. Robots, previews and HEAD requests do not count.
    hitCount: str


class UrlRecord(_UrlRecordRequired, total=False):
    """A short link with its id."""

    # Title; absent if it has none.
    title: str
    # Tags, in lower case; absent if it has none.
    tags: List[str]
    # When it expires; absent if it does not.
    expiresAt: str
    # True if the query of a visit is passed on to the destination; absent if not.
    forwardQuery: bool
    # When the link was last changed; absent if never.
    updated: str


class UrlMade(TypedDict, total=False):
    """Result for one of many links: the new link, or why it was not created."""

    # The new link; absent if it was not created.
    url: UrlRecord
    # Why it was not created: the error that `url.create` would have returned. Absent if it was created.
    error: LegacyProblem


class UrlVisits(TypedDict):
    """Visits by kind of visitor."""

    # Visits by people: what `hitCount` counts.
    people: int
    # Visits by robots, and previews that a chat or a browser loads on its own.
    bots: int
    # HEAD requests, which check where a link leads without following it.
    heads: int


class UrlDayVisits(TypedDict):
    """The visits of a day."""

    # The day in UTC.
    day: str
    # Visits by people: what `hitCount` counts.
    people: int
    # Visits by robots, and previews that a chat or a browser loads on its own.
    bots: int
    # HEAD requests, which check where a link leads without following it.
    heads: int


class UrlDeviceVisits(TypedDict):
    """Visits by people from one kind of device."""

    # The kind of device.
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
    # What the agent was asked to do.
    prompt: str
    # Status of the work.
    status: WorkStatus
    # What shows that it is done, as the agent reports it; empty until then.
    evidence: List[str]
    # Id of the inbox thread its result is delivered to.
    thread: str
    # How often it has run.
    run_count: int
    # What the methods that its runs called cost so far, in credits.
    cost_credits: float
    # When it was submitted.
    created: str
    # When it last changed.
    updated: str
    # Its runs, the earliest first; the last one holds the current progress.
    runs: List[WorkRun]


class WorkProgress(_WorkProgressRequired, total=False):
    """A piece of work with its progress."""

    # Result; absent until it is done.
    result: str
    # Id of the task that it does, if it began with one.
    task: str
    # Place among the caller's work that waits, 1 for the next; absent once it has begun.
    place: int
    # Name of the agent that does it; absent for the agent without a name.
    agent: str


class FlightStop(TypedDict, total=False):
    """One end of a scheduled flight. Times that the provider does not report are absent, never guessed."""

    # Name of the airport.
    airport: str
    # IATA code of the airport.
    iata: str
    # IANA time zone of the airport, for showing its local times.
    timezone: str
    # Scheduled time.
    scheduled: str
    # Time currently expected.
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
    # ICAO code; where there is none, the code that its country uses.
    icao: str
    # Name of the airport.
    name: str
    # Country, ISO 3166-1 alpha-2.
    country_code: str
    # Latitude in degrees north.
    lat: float
    # Longitude in degrees east.
    lon: float
    # Distance from the airport in nautical miles.
    distance_nm: float
    # Direction of the aircraft from the airport.
    compass: CompassPoint


class FlightNearestAirport(_FlightNearestAirportRequired, total=False):
    """The airport nearest to an aircraft."""

    # Three-letter IATA code; absent if the airport has none.
    iata: str
    # City it serves.
    city: str


class FoodPenaltyPoints(TypedDict):
    """Penalty points from an inspection: the fewer, the better."""

    # Points for the handling of food, 0 (very good) to 25.
    hygiene: int
    # Points for the state of the building, 0 (very good) to 25.
    structural: int
    # Points for confidence in the management, 0 (very good) to 30.
    management: int


class _HazardCountryRequired(TypedDict):
    # Name in English.
    name: str


class HazardCountry(_HazardCountryRequired, total=False):
    """A country that a disaster affects."""

    # Code of two letters (ISO 3166-1), such as `PH`; absent if the provider gives none.
    code: str


class PrayerTime(TypedDict):
    """A time of the day."""

    # Local time in the time zone, `HH:MM`. It may be that of the calendar day before or after, such as a night prayer
    # after midnight: see `at`.
    local: str
    # The same moment in UTC, to the minute.
    at: str


class _RouteRideRequired(TypedDict):
    # The line, such as `Victoria line` or `73`.
    line: str
    # Kind of vehicle, such as `bus`, `tram`, `subway` or `train`.
    vehicle: str
    # Stop to get on at.
    from_stop: str
    # Stop to get off at.
    to_stop: str


class RouteRide(_RouteRideRequired, total=False):
    """A ride on public transport."""

    # Destination shown on its sign.
    headsign: str
    # Number of stops, including the last.
    stops: int
    # When it leaves.
    depart_at: str
    # When it arrives.
    arrive_at: str


_InboxMessageFields = TypedDict(
    "_InboxMessageFields",
    {
        # Id of the message.
        "id": "str",
        # Author, by role.
        "role": "InboxRole",
        # Author: a name or an address.
        "from": "str",
        # The message as plain text, at most 40,000 characters.
        "text": "str",
        # Whether the message is longer than `text`.
        "is_truncated": "bool",
        # When it was written.
        "created": "str",
    },
    total=True,
)


class InboxMessage(_InboxMessageFields):
    """A message of a thread."""


class LegacyProblem(TypedDict):
    """The body of every error of the gateway and of the URL service."""

    # What failed, such as `url.resolve`.
    id: str
    # The HTTP status as a number.
    code: int
    # One sentence a person can act on.
    detail: str
    # The HTTP status as text, such as `Bad Request`.
    status: str


class _WorkRunRequired(TypedDict):
    # Which run it is, from 1.
    number: int
    # Status of the run.
    status: WorkStatus
    # Its steps, in order.
    steps: List[WorkStep]
    # When it began.
    started: str


class WorkRun(_WorkRunRequired, total=False):
    """One run of a piece of work."""

    # Why it failed or is blocked; absent otherwise.
    error: str
    # When it ended; absent while it is running.
    finished: str


class WorkStep(TypedDict):
    """One step of a piece of work: a method that the agent called."""

    # The method, such as `notes.add`.
    method: str
    # Whether it succeeded.
    ok: bool
    # Its result or why it failed, in a sentence; of a call that was interrupted, that it may or may not have taken effect.
    text: str
    # What it cost, in credits.
    cost_credits: float
    # When it began.
    started: str
    # How long it took, in seconds.
    duration_s: float
