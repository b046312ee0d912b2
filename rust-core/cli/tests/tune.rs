//! `vibeue tune` on real files.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on panics")]

mod support;

use serde_json::{Value, json};
use support::{Workshop, assistant, sample, talk, user};

fn tune(workshop: &Workshop, args: &[&str]) -> Value {
    workshop.json(&[&["tune", "talk.json"], args].concat())
}

fn workshop() -> Workshop {
    let workshop = Workshop::new();
    workshop.write_json("talk.json", &talk());
    workshop
}

#[test]
fn a_conversation_that_fits_is_replayed_without_a_compaction() {
    let workshop = workshop();
    let report = tune(&workshop, &["-w", "128k", "--thresholds", "0.8", "--keep-recent", "10"]);
    let setting = &report["settings"][0];
    assert_eq!(setting["compactions"], 0);
    assert_eq!(setting["facts"]["found"], setting["facts"]["kept"]);
    let requests = setting["runs"][0]["requests"].as_array().unwrap();
    assert_eq!(requests.len(), 30);
    // Each request begins with all of the one before.
    let tokens: Vec<u64> = requests.iter().map(|it| it["tokens"].as_u64().unwrap()).collect();
    let cached: Vec<u64> = requests.iter().map(|it| it["cached"].as_u64().unwrap()).collect();
    assert_eq!(cached[0], 0);
    assert_eq!(cached[1..], tokens[..29]);
    assert_eq!(setting["input_tokens"], tokens.iter().sum::<u64>());
    assert_eq!(setting["cached_tokens"], cached.iter().sum::<u64>());
    let new: u64 = tokens.iter().sum::<u64>() - cached.iter().sum::<u64>();
    let cost = new as f64 + 0.1 * cached.iter().sum::<u64>() as f64;
    assert_eq!(setting["input_tokens_with_caching"], cost.round() as u64);
    // What is sent before an answer is all that comes before it.
    workshop.write_json("head.json", &Value::from(talk().as_array().unwrap()[..59].to_vec()));
    assert_eq!(workshop.json(&["count", "head.json"])["tokens"], tokens[29]);
}

#[test]
fn every_combination_is_replayed_and_one_is_best() {
    let workshop = workshop();
    let args = ["-w", "4k", "--thresholds", "0.6,0.9", "--keep-recent", "4,10,20"];
    let report = tune(&workshop, &args);
    let settings = report["settings"].as_array().unwrap();
    let pairs: Vec<(f64, u64)> = settings
        .iter()
        .map(|it| (it["threshold"].as_f64().unwrap(), it["keep_recent"].as_u64().unwrap()))
        .collect();
    assert_eq!(pairs, [(0.6, 4), (0.6, 10), (0.6, 20), (0.9, 4), (0.9, 10), (0.9, 20)]);
    assert_eq!(settings.iter().filter(|it| it["best"] == true).count(), 1);
    for setting in settings {
        assert!(setting["compactions"].as_u64().unwrap() > 0, "{setting}");
        assert!(setting["peak_ratio"].as_f64().unwrap() <= 1.0, "{setting}");
        assert_eq!(setting["over_budget"], 0);
        let drops = setting["runs"][0]["requests"].as_array().unwrap().iter().filter_map(|it| {
            let compaction = it["compaction"].as_object()?;
            assert_eq!(compaction["after"], it["tokens"]);
            Some(compaction["before"].as_u64()? - compaction["after"].as_u64()?)
        });
        assert_eq!(setting["biggest_drop"].as_u64(), drops.max());
    }
}

#[test]
fn each_preset_keeps_what_it_promises_on_the_shipped_sample() {
    let workshop = workshop();
    let sample = sample("blueprint-door.json");
    let mut facts_won = Vec::new();
    for window in ["16k", "24k", "32k"] {
        let report = workshop.json(&["tune", &sample, "-w", window, "--presets"]);
        let settings = report["settings"].as_array().unwrap();
        let names: Vec<&str> = settings.iter().map(|it| it["preset"].as_str().unwrap()).collect();
        assert_eq!(names, ["balanced", "economical", "long_memory"]);
        let [balanced, economical, long] = [0, 1, 2].map(|at| &settings[at]);
        let sent = |it: &Value| it["input_tokens"].as_f64().unwrap();
        let percent = |it: &Value| {
            let count = |name: &str| it["facts"][name].as_f64().unwrap();
            100.0 * count("kept") / count("found")
        };
        let shown = format!(
            "{window}: {} tokens and {:.1} % of the facts, {} and {:.1}, {} and {:.1}",
            sent(balanced),
            percent(balanced),
            sent(economical),
            percent(economical),
            sent(long),
            percent(long)
        );
        assert!(sent(economical) <= 0.8 * sent(balanced), "{shown}");
        assert!(percent(economical) >= percent(balanced) - 21.0, "{shown}");
        assert!(sent(long) <= 1.25 * sent(balanced), "{shown}");
        let cost = |it: &Value| it["input_tokens_with_caching"].as_f64().unwrap();
        assert!(cost(economical) < cost(balanced), "{shown}");
        assert!(cost(long) <= 1.45 * cost(balanced), "{shown}");
        assert!(percent(long) >= percent(balanced), "{shown}");
        assert!(settings.iter().all(|it| it["over_budget"] == 0), "{shown}");
        facts_won.push(percent(long) - percent(balanced));
    }
    // "Up to 11" would also be true of nothing.
    let most = facts_won.into_iter().fold(f64::NEG_INFINITY, f64::max);
    assert!((9.5..=11.0).contains(&most), "{most} points more");
}

#[test]
fn presets_are_compared_instead_of_thresholds_and_named_in_the_table() {
    let answer = workshop().run(&["tune", "talk.json", "-w", "4k", "--presets"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    for title in ["Balanced", "Economical", "Long memory"] {
        assert_eq!(answer.out.matches(title).count(), 1, "{title}: {}", answer.out);
    }
    let both = ["tune", "talk.json", "--presets", "--thresholds", "0.7"];
    assert_eq!(workshop().run(&both).code, Some(2));
}

#[test]
fn figures_of_several_conversations_are_put_together() {
    let workshop = workshop();
    let other = sample("airlock-anthropic.json");
    let report = tune(&workshop, &[&other, "-w", "8k"]);
    assert_eq!(report["files"].as_array().unwrap().len(), 2);
    for setting in report["settings"].as_array().unwrap() {
        let runs = setting["runs"].as_array().unwrap();
        let sum = |name: &str| runs.iter().map(|run| run[name].as_u64().unwrap()).sum::<u64>();
        for name in ["compactions", "input_tokens", "cached_tokens", "over_budget"] {
            assert_eq!(setting[name].as_u64(), Some(sum(name)), "{name}");
        }
    }
}

#[test]
fn the_same_replay_gives_the_same_figures() {
    let workshop = workshop();
    let args = ["tune", "talk.json", "-w", "4k", "--json"];
    assert_eq!(workshop.run(&args).out, workshop.run(&args).out);
}

#[test]
fn the_table_shows_figures_and_the_course() {
    let answer = workshop().run(&["tune", "talk.json", "-w", "4k"]);
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    assert_eq!(answer.out.matches('★').count(), 2, "the best and its legend: {}", answer.out);
    assert!(answer.out.contains('▇') && answer.out.contains("with caching"), "{}", answer.out);
}

#[test]
#[cfg_attr(windows, ignore = "no file there has such a name")]
fn the_page_needs_nothing_but_itself() {
    let workshop = workshop();
    workshop.write_json("<b>&\".json", &talk());
    let args = ["tune", "talk.json", "<b>&\".json", "-w", "4k", "--html", "page.html"];
    assert_eq!(workshop.run(&args).code, Some(0));
    let page = workshop.read("page.html");
    for foreign in ["http:", "https:", "src=", "href=", "@import", "url(", "<script", "<link"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
    assert!(page.contains("prefers-color-scheme: dark"));
    assert!(page.contains("&lt;b&gt;&amp;&quot;.json") && !page.contains("<b>&"));
    assert_eq!(page.matches("<figure").count(), 12);
    assert_eq!(page.matches("<tr class=\"best\">").count(), 1);
    assert!(!page.contains("NaN") && !page.contains("inf "));
    // Every element that is opened is closed.
    for name in ["html", "head", "body", "main", "table", "figure", "svg", "text", "ul", "footer"] {
        let opened =
            page.matches(&format!("<{name}>")).count() + page.matches(&format!("<{name} ")).count();
        assert_eq!(opened, page.matches(&format!("</{name}>")).count(), "{name}");
    }
}

#[test]
fn the_request_that_sets_the_peak_is_named_with_its_file_and_why() {
    let workshop = workshop();
    let huge = "word ".repeat(6_000);
    workshop.write_json("huge.json", &json!([user(&huge), assistant("Yes.")]));
    let args = ["tune", "talk.json", "huge.json", "-w", "4k", "--thresholds", "0.8"];
    let args = [&args[..], &["--keep-recent", "4,10", "--html", "page.html"]].concat();
    let answer = workshop.run(&args);
    let flat = answer.out.split_whitespace().collect::<Vec<_>>().join(" ");
    let begin = "request 1 of huge.json, 6,0";
    assert!(flat.contains(begin), "{}", answer.out);
    for wanted in [
        "tokens, under all settings; the other conversations reach ",
        "it cannot be made smaller: what must stay needs",
    ] {
        assert!(flat.contains(wanted), "{wanted}: {}", answer.out);
    }
    let page = workshop.read("page.html");
    assert!(page.contains(begin) && page.contains(" % in huge.json</span>"), "{page}");
    let report = workshop.json(&args[..args.len() - 2]);
    for setting in report["settings"].as_array().unwrap() {
        assert_eq!(setting["peak"]["file"], "huge.json");
        assert_eq!(setting["peak"]["ratio"], setting["peak_ratio"]);
    }
}

#[test]
fn conversations_without_a_request_make_a_page_too() {
    let workshop = Workshop::new();
    workshop.write("talk.json", "[]");
    let report = tune(&workshop, &["--html", "page.html"]);
    assert_eq!(report["settings"][0]["runs"][0]["requests"], Value::from(Vec::<Value>::new()));
    assert!(!workshop.read("page.html").contains("NaN"));
}
