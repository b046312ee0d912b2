//! Why the value of a setting is refused, and what to do.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // What is wrong with a value.
    Sentence::new("not_a_number", "is not a number"),
    Sentence::new("below_range", "is below the range from {0} to {1}"),
    Sentence::new("above_range", "is above the range from {0} to {1}"),
    Sentence::new("not_whole", "is not a whole number"),
    Sentence::new("percentage", "is a percentage"),
    Sentence::new("decimal_comma", "has a decimal comma"),
    Sentence::new("separators", "has separators"),
    Sentence::new("wrong_type", "has the wrong type"),
    Sentence::new("not_a_switch", "is neither true nor false"),
    Sentence::new("not_a_choice", "is not a choice"),
    Sentence::new("not_a_setting", "is not a setting"),
    Sentence::new("too_many_characters", "has {0} characters"),
    Sentence::new("too_many_models", "has {0} models"),
    Sentence::new("too_many_phrases", "has {0} phrases"),
    Sentence::new("too_long_phrase", "has more than 200 characters"),
    Sentence::new("empty", "is empty"),
    Sentence::new("comma", "contains a comma or a control character"),
    Sentence::new("line_break", "contains a line break or another control character"),
    Sentence::new("too_long_name", "is too long for a name"),
    Sentence::new("twice", "occurs twice"),
    // What does not go together.
    Sentence::new(
        "above_threshold",
        "is above the threshold {0}: the trigger would re-arm while it fires",
    ),
    Sentence::new(
        "emergency_below",
        "is below the threshold {0}: every compaction would be an emergency",
    ),
    Sentence::new(
        "target_at_threshold",
        "is not below the threshold {0}: a compaction would start the next",
    ),
    Sentence::new(
        "target_above_reset",
        "is above the reset ratio {0}: a compaction would not re-arm the trigger",
    ),
    Sentence::new(
        "shares_above_target",
        "and {0} {1} together are above the target ratio {2}: summaries alone could miss it",
    ),
    Sentence::new(
        "summary_above_chunk",
        "is not below {0} {1}: a summary could be as long as the text it summarizes",
    ),
    Sentence::new("above_other", "is above {0} {1}"),
    Sentence::new(
        "nothing_to_condense",
        "is not above {0} {1}: a compaction could start with nothing to condense",
    ),
    Sentence::new(
        "refresh_suppressed",
        "is not above {0} {1}: the cooldown would suppress every refresh",
    ),
    Sentence::new("no_room", "leaves no room for a request"),
    Sentence::new("uses_up_window", "uses up a window of {0} tokens"),
    Sentence::new(
        "leaves_little",
        "leaves {0} of a window of {1} tokens, less than a tenth: every message would start a \
         compaction",
    ),
    Sentence::new(
        "phrases_too_long",
        "takes about {0} tokens of each summary, more than a twentieth of a window of {1} tokens",
    ),
    // What to do.
    Sentence::new("use_whole", "use a whole number from {0} to {1}, for example {2}"),
    Sentence::new("use_whole_or", "use a whole number from {0} to {1}, or {2}"),
    Sentence::new("use_number", "use a number from {0} to {1}, for example {2}"),
    Sentence::new("use_switch", "use true or false"),
    Sentence::new("use_text", "use text"),
    Sentence::new("use_texts", "use names separated by commas"),
    Sentence::new("use_one_of", "use one of {0}"),
    Sentence::new("use_share", "use {0}: a share, not a percentage"),
    Sentence::new("use_point", "use {0}: the decimal separator is a point"),
    Sentence::new("use_digits", "use {0}: digits only"),
    Sentence::new("use_characters", "use at most {0} characters"),
    Sentence::new("use_models", "use at most {0} models"),
    Sentence::new("use_phrases", "use at most {0} phrases"),
    Sentence::new("characters_or_window", "use at most {0} characters, or a larger window"),
    Sentence::new("at_most_or_threshold", "use at most {0}, or a higher threshold"),
    Sentence::new("at_least_or_threshold", "use at least {0}, or a lower threshold"),
    Sentence::new("less_or_threshold", "use less than {0}, or a higher threshold"),
    Sentence::new("at_most_or_other", "use at most {0}, or a higher {1}"),
    Sentence::new("lower_shares", "lower one of the two shares, or raise {0}"),
    Sentence::new("lower_or_raise", "lower {0}, or raise {1}"),
    Sentence::new("at_most_or_keep", "use at most {0}, or keep more"),
    Sentence::new("at_least", "use at least {0}"),
    Sentence::new("at_least_or_off", "use at least {0}, or 0 for off"),
    Sentence::new("give_window", "give the model's context window, for example 128000"),
    Sentence::new("remove_or_name", "remove it or write a name"),
    Sentence::new("remove_or_phrase", "remove it, or write a short phrase on one line"),
    Sentence::new("did_you_mean", "did you mean {0}?"),
    Sentence::new("several_wrong", "{0} settings cannot be used:{1}"),
];
