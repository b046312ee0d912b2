//! What is said of servers, keys and the way to them.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // What a server answers.
    Sentence::new("answered", "{0} answered {1}: {2}"),
    Sentence::new("reported", "the server reported an error: {0}"),
    Sentence::new("not_an_answer", "the response is not an answer ({0}): {1}"),
    Sentence::new("ended_with_error", "the server ended the answer with an error: {0}"),
    Sentence::new("stream_ended", "{0} ended the stream in the middle of its answer"),
    Sentence::new(
        "key_not_allowed",
        "this key is not allowed to do that; check its permissions, the project and the region",
    ),
    Sentence::new("check_key", "check that the key is set, complete and meant for this server"),
    Sentence::new("add_credit", "add credit to the account, or use another provider"),
    Sentence::new(
        "check_path",
        "check the base address: the API's path, such as /v1, may be missing",
    ),
    Sentence::new("check_name", "check the model's name and the base address"),
    Sentence::new("send_less", "send less, or use a larger window"),
    Sentence::new("try_in", "try again in {0}"),
    Sentence::new("try_later", "try again in a while"),
    Sentence::new(
        "wait_a_year",
        "the server asks to wait a year or more, which is probably a mistake: try again in a \
         while, or use another model",
    ),
    Sentence::new("use_https", "the server expects encryption: use https:// in the base address"),
    Sentence::new("check_base", "check the base address and the protocol"),
    Sentence::new("check_address", "check the address and the protocol"),
    Sentence::new("blames", "the server blames `{0}`"),
    Sentence::new("see_log", "try again; if it keeps happening, see the server's log"),
    Sentence::new(
        "check_log_and_proxy",
        "try again; if it keeps happening, check the server's log and the proxy in front of it",
    ),
    Sentence::new(
        "summary_refused",
        "the server does not accept its own summary ({0}); the copy kept as text is sent instead",
    ),
    Sentence::new("sent_without", "sent without what the server refused: {0}"),
    // No connection.
    Sentence::new("no_connection", "no connection to {0}: {1}"),
    Sentence::new("proxy_refused", "no connection to {0}: the proxy on the way refused it ({1})"),
    Sentence::new("no_secure_connection", "no secure connection to {0}: {1}"),
    Sentence::new("not_in_time", "it did not answer in time"),
    Sentence::new("host_not_in_time", "{0} did not answer in time"),
    Sentence::new("broke_off", "the connection to {0} broke off: {1}"),
    Sentence::new("silent_at_first", "{0} did not start to answer for {1} s"),
    Sentence::new("silent_since", "{0} sent nothing further for {1} s"),
    Sentence::new("is_it_running", "is the server running on this machine, on this port?"),
    Sentence::new(
        "check_network",
        "check the address and the network; behind a proxy, check HTTPS_PROXY or the system's \
         proxy settings",
    ),
    Sentence::new(
        "no_proxy_used",
        "check the address and the network; no proxy is used, because it would read the key: \
         if one is needed, use https",
    ),
    Sentence::new(
        "check_proxy",
        "check HTTPS_PROXY, ALL_PROXY and NO_PROXY, or the system's proxy settings: put the user \
         name and password into the proxy's address",
    ),
    Sentence::new("loading_model", "try again; a server on this machine may be loading the model"),
    Sentence::new(
        "check_network_log",
        "try again; if it keeps happening, check the network and the server's log",
    ),
    Sentence::new(
        "check_load",
        "try again; if it keeps happening, check the server's load and its log",
    ),
    Sentence::new("not_unencrypted", "{0} does not answer like an unencrypted web server"),
    Sentence::new(
        "check_port",
        "check the port; if the server is encrypted, use https:// in the base address",
    ),
    Sentence::new("expired", "the server's certificate has expired"),
    Sentence::new(
        "self_signed",
        "the server's certificate is self-signed, and this machine does not trust it",
    ),
    Sentence::new("other_name", "the server's certificate is for another name"),
    Sentence::new("without_encryption", "the server answers without encryption (http)"),
    // What is missing.
    Sentence::new("unknown_provider", "there is no provider `{0}`"),
    Sentence::new("unknown_protocol", "there is no protocol `{0}`"),
    Sentence::new("choose_one", "choose one of: {0}"),
    Sentence::new("no_provider", "no provider is chosen"),
    Sentence::new("several_keys", "no provider is chosen, and there are keys for several"),
    Sentence::new("choose_provider", "choose a provider, or give the address of a server"),
    Sentence::new("no_model", "no model is chosen"),
    Sentence::new("give_model", "give the model's id as its server knows it"),
    Sentence::new("variable_not_set", "the environment variable {0} is not set"),
    Sentence::new("set_variable", "set it and restart this program, or remove its name"),
    Sentence::new("not_a_variable", "this is not the name of an environment variable"),
    Sentence::new("variable_for_key", "put the key into one, and its name here"),
    Sentence::new("no_key", "{0} does not answer without a key"),
    Sentence::new("give_key", "give a key, or set {0}"),
    Sentence::new("not_an_address", "not a valid web address: {0}"),
    Sentence::new("example_address", "give an address such as https://api.openai.com/v1"),
    Sentence::new("scheme_missing", "put http:// or https:// in front of it"),
    Sentence::new("http_missing", "put http:// in front of it"),
    Sentence::new("not_web", "`{0}` is not a web server's address"),
    Sentence::new(
        "not_encrypted",
        "http to {0} is not encrypted: anyone in between can read the conversation and the key",
    ),
    Sentence::new("https_or_allow", "use https, or allow insecure connections for this server"),
    Sentence::new("secret_in_address", "the address contains a user name or a password"),
    Sentence::new(
        "key_instead",
        "remove it and set it as the key instead, so that it is not logged",
    ),
    Sentence::new(
        "odd_key",
        "the key contains spaces, line breaks or characters that a key cannot have",
    ),
    Sentence::new("copy_again", "copy it again, without quotes or anything else around it"),
    Sentence::new(
        "odd_header",
        "the name of a header is empty or contains a space, a colon or another character that a \
         name cannot have",
    ),
    Sentence::new(
        "header_name_alone",
        "enter only the name, such as X-Gateway, and the value next to it",
    ),
    Sentence::new("header_of_ours", "the header `{0}` is set by the connection itself"),
    Sentence::new("remove_header", "remove this header"),
    Sentence::new("odd_header_value", "the value of the header `{0}` is not plain text"),
    Sentence::new("plain_value", "remove line breaks and other control characters from it"),
    // What another agent is started with.
    Sentence::new("command_empty", "the command is empty"),
    Sentence::new("quotation_open", "the quotation mark {0} is never closed"),
    Sentence::new("give_command", "give the agent's program and its options, such as gemini --acp"),
    Sentence::new(
        "entry_names_nothing",
        "the entry at index {0} does not name an environment variable",
    ),
    Sentence::new("write_name", "write NAME or NAME=VALUE"),
    Sentence::new("variable_of_ours", "the variable {0} is this program's own"),
    Sentence::new("never_passed", "remove it: it is never passed to an agent"),
    // The credential store.
    Sentence::new("store_absent", "the system's credential store cannot be reached"),
    Sentence::new("store_locked", "the system's credential store is locked, and was not unlocked"),
    Sentence::new(
        "store_unanswered",
        "the system's credential store asked for its password, and nobody answered",
    ),
    Sentence::new("store_silent", "the system's credential store did not answer in time"),
    Sentence::new("store_failed", "the system's credential store failed: {0}"),
    Sentence::new("store_empty", "the system's credential store has no key for {0}"),
    Sentence::new("key_unfit", "this key cannot be stored: {0}"),
    Sentence::new("enter_key", "enter the key in the settings, or keep it there again"),
    Sentence::new("use_variable", "use an environment variable instead"),
    Sentence::new(
        "start_keyring",
        "start GNOME Keyring, KWallet or KeePassXC in your desktop session, or use an \
         environment variable instead",
    ),
    Sentence::new(
        "unlock_store",
        "unlock it and try again, or use an environment variable instead",
    ),
    Sentence::new(
        "check_store",
        "check it with the system's password manager, or use an environment variable instead",
    ),
    Sentence::new(
        "only_the_key",
        "give only the key, as its provider shows it, or use an environment variable instead",
    ),
    // What a test of the connection finds.
    Sentence::new("server_answers", "the server answers"),
    Sentence::new("accepted", "accepted"),
    Sentence::new("not_tried", "not tried"),
    Sentence::new("no_list", "the server answers, but has no list of models"),
    Sentence::new("list_failed", "the server answers, but lists no models: {0}"),
    Sentence::new("seen_with_answer", "the answer will show it"),
    Sentence::new("choose_unlisted", "choose one; the server lists none"),
    Sentence::new("lists_none", "the server lists no models"),
    Sentence::new("is_listed", "it is listed"),
    Sentence::new("was_meant", "was `{0}` meant?"),
    Sentence::new("there_are", "there are: {0}"),
    Sentence::new("lists_others", "the server lists {0} others"),
    Sentence::new("not_in_list", "`{0}` is not in the server's list"),
    Sentence::new("window_of_server", "{0} tokens, as the server says"),
    Sentence::new("window_of_table", "the server does not say; {0} tokens according to the table"),
    Sentence::new("set_window", "set the window manually"),
    Sentence::new("window_unknown", "neither the server nor the table knows it"),
    Sentence::new("counts_none", "the server does not count"),
    Sentence::new("an_empty_answer", "an empty answer"),
    // Other errors on the way.
    Sentence::new("answered_with", "{0} answered with {1}"),
    Sentence::new("a_web_page", "a web page"),
    Sentence::new("a_titled_page", "a web page titled “{0}”"),
    Sentence::new("empty_body", "an empty body"),
    Sentence::new("no_json", "invalid JSON ({0})"),
    Sentence::new(
        "check_base_protocol",
        "check the base address (is /v1 missing?) and the protocol",
    ),
    Sentence::new("check_base_alone", "check the base address"),
    Sentence::new("no_connection_made", "no connection can be made: {0}"),
    Sentence::new("odd_encoding", "{0} answered in the encoding {1}, which was not requested"),
    Sentence::new(
        "no_compression",
        "turn off compression in the server or in the proxy in front of it",
    ),
    Sentence::new(
        "at_fault",
        "try again; if it keeps happening, the model or the server is at fault",
    ),
    Sentence::new("was_declined", "the model declined: {0}"),
    Sentence::new(
        "would_be_blocked",
        "change what the last messages say; the same request would be blocked again",
    ),
    Sentence::new("no_native_summary", "the provider gave no summary: {0}"),
    Sentence::new(
        "goes_on_without",
        "the conversation continues without it; another strategy can condense it",
    ),
    Sentence::new("enter_again", "store the key again"),
    Sentence::new("secret_part", "the address contains a secret (`{0}=…`)"),
];
