use super::*;

/// 2026-11-23, in milliseconds.
const TODAY: u64 = 1_795_392_000_000;

fn info(id: &str) -> ModelInfo {
    ModelInfo { id: id.to_owned(), ..ModelInfo::default() }
}

fn context<'a>(current: &'a str, settings: &'a Settings) -> OfferContext<'a> {
    let overrides = Overrides::default();
    OfferContext { current, overrides, used: 0, line: u64::MAX, settings, now: TODAY }
}

fn ids(offers: &[ModelOffer]) -> Vec<&str> {
    offers.iter().map(|offer| offer.id.as_str()).collect()
}

#[test]
fn a_day_is_that_of_the_calendar() {
    let days = [0, TODAY, 1_709_164_800_000, 1_798_675_200_000].map(day);
    assert_eq!(days, ["1970-01-01", "2026-11-23", "2024-02-29", "2026-12-31"]);
}

#[test]
fn what_the_server_says_goes_before_what_the_table_knows() {
    let settings = Settings::default();
    let told = ModelInfo {
        context_length: Some(64_000),
        input_price: Some(3.0),
        output_price: Some(15.0),
        abilities: Abilities { images: Some(false), ..Abilities::default() },
        ..info("claude-sonnet-4-5")
    };
    let offers = ModelOffers::new("https://gateway.example/v1", vec![told, info("zork-1")]);
    let found = offers.find("", &context("zork-1", &settings), 10);
    let zork = ModelOffer {
        id: "zork-1".to_owned(),
        origin: OfferOrigin::Server,
        is_current: true,
        window: None,
        max_output: None,
        input_price: None,
        output_price: None,
        abilities: Abilities::default(),
        retires: None,
        is_retired: false,
        summarizes_first: false,
    };
    let sonnet = ModelOffer {
        id: "claude-sonnet-4-5".to_owned(),
        is_current: false,
        window: Some(64_000),
        max_output: Some(64_000),
        input_price: Some(3.0),
        output_price: Some(15.0),
        abilities: Abilities { tools: Some(true), images: Some(false), reasoning: None },
        retires: Some("2026-11-30"),
        ..zork.clone()
    };
    assert_eq!(found, [zork, sonnet]);
}

#[test]
fn a_makers_own_server_is_offered_its_table_beside_without_what_has_left_service() {
    let settings = Settings::default();
    let listed = vec![info("claude-sonnet-4-5-20250929"), info("claude-opus-5")];
    let offers = ModelOffers::new("https://api.anthropic.com", listed);
    let at = context("claude-opus-5", &settings);
    let found = offers.find("", &at, 1_000);
    assert_eq!(ids(&found)[..2], ["claude-opus-5", "claude-sonnet-4-5-20250929"]);
    assert!(found[2..].iter().all(|offer| offer.origin == OfferOrigin::Table), "{found:?}");
    assert!(ids(&found).contains(&"claude-haiku-5-5"));
    assert!(!ids(&found).contains(&"claude-mythos-preview"), "it left on 2026-06-09");
    assert_eq!(found.len(), offers.count(&at));
    // A user of it still sees what it is.
    let preview = offers.find("", &context("claude-mythos-preview", &settings), 1);
    assert_eq!(
        (preview[0].id.as_str(), preview[0].retires, preview[0].is_retired),
        ("claude-mythos-preview", Some("2026-06-09"), true)
    );
}

#[test]
fn the_model_that_answers_is_there_though_nobody_lists_it_and_words_narrow_the_rest() {
    let settings = Settings::default();
    let listed =
        vec![info("qwen3:8b"), info("qwen3:8b"), info("nomic-embed-text"), info("b\u{1b}")];
    let offers = ModelOffers::new("http://127.0.0.1:11434", listed);
    let at = context("mine", &settings);
    let found = offers.find(" ", &at, 10);
    assert_eq!(ids(&found), ["mine", "qwen3:8b"]);
    assert_eq!(found[0].origin, OfferOrigin::Current);
    assert_eq!(ids(&offers.find("QWEN", &at, 10)), ["qwen3:8b"]);
    assert_eq!(offers.find("zork", &at, 10), []);
    assert_eq!(ids(&offers.find("", &at, 1)), ["mine"]);
    assert_eq!(
        ids(&ModelOffers::new("", Vec::new()).find("", &context("", &settings), 9)),
        [""; 0]
    );
}

#[test]
fn a_smaller_window_says_that_the_conversation_would_be_summarized_first() {
    let settings = Settings::default();
    let sized = |id: &str, tokens| ModelInfo { context_length: Some(tokens), ..info(id) };
    let listed = vec![sized("big", 200_000), sized("small", 32_000), sized("huge", u64::MAX)];
    let offers = ModelOffers::new("", listed);
    let told = |used: u64, line: u64, overrides: Overrides| {
        let at = OfferContext { used, line, overrides, ..context("big", &settings) };
        let rows = offers.find("", &at, 9);
        rows.into_iter().filter(|row| row.summarizes_first).map(|row| row.id).collect::<Vec<_>>()
    };
    let none = Overrides::default();
    assert_eq!(told(45_000, 140_000, none), ["small"]);
    assert_eq!(told(10_000, 140_000, none), [""; 0]);
    // It is about to be summarized anyway.
    assert_eq!(told(150_000, 140_000, none), [""; 0]);
    // A window that the user set holds for every model.
    let set = Overrides { window: Some(500_000), ..none };
    assert_eq!(told(45_000, 140_000, set), [""; 0]);
}

#[test]
fn a_servers_list_is_bounded_and_strange_limits_are_not_shown() {
    let settings = Settings::default();
    let mut listed: Vec<ModelInfo> = (0..9_000).map(|it| info(&format!("m{it}"))).collect();
    listed[0].context_length = Some(u64::MAX);
    let offers = ModelOffers::new("", listed);
    let at = context("", &settings);
    assert_eq!(offers.count(&at), ModelOffers::MOST);
    assert_eq!(offers.find("", &at, 3).len(), 3);
    assert_eq!(offers.find("m0", &at, 1)[0].window, None);
}
