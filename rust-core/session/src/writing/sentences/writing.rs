//! What is said of what a message is given, and of commands.

use super::sentence::Sentence;

pub(super) const SENTENCES: &[Sentence] = &[
    // Pictures.
    Sentence::new(
        "model_is_blind",
        "{0} cannot read pictures: choose another model, or remove the pictures",
    ),
    Sentence::new("no_picture", "it is not a picture: PNG, JPEG and WebP can be attached"),
    Sentence::new("is_gif", "it is a GIF, which not every model reads: save it as PNG"),
    Sentence::new("picture_damaged", "the picture is cut off or damaged"),
    Sentence::new("picture_sides", "it is {0} × {1} pixels; the limit is {2} per side"),
    Sentence::new("picture_bytes", "it has {0} bytes; the limit for a picture is {1}"),
    Sentence::new("unreadable", "it cannot be read: {0}"),
    Sentence::new("is_folder", "it is a folder"),
    Sentence::new("not_regular", "it is not a regular file"),
    Sentence::new("cannot_be_kept", "it cannot be kept: {0}"),
    Sentence::new("cannot_be_written", "it cannot be written: {0}"),
    Sentence::new("too_many_of_name", "there are too many pictures of that name"),
    Sentence::new("too_large", "it is too large"),
    Sentence::new("no_time_left", "there was no time left to read it"),
    Sentence::new("file_larger", "the file is larger than {0} bytes"),
    Sentence::new("only_png_and_jpeg", "only PNG and JPEG can be shown"),
    Sentence::new("too_many_pixels", "it has {0} × {1} pixels; {2} can be shown"),
    // The clipboard.
    Sentence::new("clipboard_busy", "another program is using the clipboard: try again"),
    Sentence::new("copied_damaged", "the copied picture is damaged, or of an unknown kind"),
    Sentence::new("clipboard_unreadable", "the clipboard cannot be read: {0}"),
    // What a message mentions.
    Sentence::new("enough_mentioned", "the message mentions too many items"),
    Sentence::new("enough_attached", "the message has enough attached already"),
    Sentence::new("picture_gone", "this picture is no longer stored: drop it again"),
    Sentence::new("most_pictures", "a message can have at most {0} pictures"),
    Sentence::new(
        "most_picture_bytes",
        "the pictures of a message may total {0} bytes; with this one they total {1}",
    ),
    Sentence::new("no_project_file", "there is no such file in the project"),
    Sentence::new("no_asset", "there is no such asset in the project"),
    Sentence::new("no_actor", "there is no such actor in the open level"),
    // Commands that are refused.
    Sentence::new("takes_number", "/{0} takes a number, not {1}"),
    Sentence::new("takes_id", "/{0} takes a message's id such as m17, not {1}"),
    Sentence::new(
        "takes_an_id",
        "/{0} takes a message's id such as m17; /context names the heaviest",
    ),
    Sentence::new("takes_on_or_off", "/{0} takes on or off, not {1}"),
    Sentence::new(
        "takes_no_file",
        "/{0} takes no file here: it writes a new one and says where it is",
    ),
    Sentence::new("find_takes", "/find takes the words to look for"),
    Sentence::new("rename_takes", "/rename takes a title"),
    Sentence::new("summary_edit_takes", "/summary edit needs the new text after it"),
    Sentence::new(
        "summary_takes",
        "/summary takes nothing, edit, undo, redo, changes or sources, not {0}",
    ),
    Sentence::new(
        "queue_takes",
        "/queue takes nothing, or drop and a number from its list, not {0}",
    ),
    Sentence::new("in_the_editor", "/{0} works only in the editor's window"),
    Sentence::new("in_the_terminal", "/{0} works only in the terminal"),
    Sentence::new("no_such_command", "there is no command /{0}"),
    Sentence::new("help_lists", "/help lists them"),
    Sentence::new("no_such_option", "/{0} has no option {1}; it has --up-to m17"),
    Sentence::new("up_to_takes", "/{0} --up-to takes a message's id such as m17, not {1}"),
    Sentence::new("preview_option_alone", "/preview {0} takes no other options"),
    Sentence::new(
        "preview_options",
        "/preview has no option {0}; it has --strategy rules, --target 40, --threshold 65, \
         --originals, --keep m3,m5, --up-to m17, --apply and --cancel",
    ),
    Sentence::new("preview_id", "/preview {0} takes a message's id such as m17, not {1}"),
    Sentence::new("preview_strategy", "/preview --strategy takes one of {0}, not {1}"),
    Sentence::new("preview_share", "/preview {0} takes a share from {1} to {2} percent, not {3}"),
    Sentence::new("context_takes", "/context takes --json or --csv before a file"),
];
