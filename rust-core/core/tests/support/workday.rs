//! A working day on a made-up game project, as long as wanted.

use vibeue_core::conversation::{Extra, Message, MessageId, Part, Role, ToolCall};

use super::strings::Random;

/// Common words of talk and code.
const WORDS: &str = "the of and to in is that for it as was with be by on not this are or from at \
which but have an had they you were there one all we can her has about some into than its time \
only could new them man other then these two may any now look such first made over well must \
down way long before very much through back years where because between under last right place \
still own found state number part small water house world against night high every school power \
fact end order off few general system public once never always program open door window handle \
light sound music player enemy weapon level camera spline mesh texture material shader widget \
button menu inventory quest dialog trigger volume overlap collision physics ragdoll animation \
blend montage socket bone skeleton attach detach spawn destroy timer delegate event dispatch \
replicate server client session lobby score health damage armor shield stamina jump crouch sprint \
climb swim vehicle engine wheel brake torque gravity velocity vector rotator transform matrix \
quaternion angle distance radius height width depth buffer queue stack cache index table record \
field value result error warning failed missing invalid expected found loaded saved compiled \
linked cooked packaged module plugin target source header config default option setting property \
function method class structure interface component actor pawn controller character instance \
template factory manager subsystem registry asset package folder project content editor viewport \
toolbar panel detail outliner browser search filter sort group merge split copy paste delete \
rename move create update apply revert commit branch review request approve reject ticket task \
milestone sprint release version build test fixture mock assert verify measure profile trace \
frame thread memory handle leak crash dump stack symbol breakpoint watch step resume attach garden \
castle bridge river forest mountain tower cellar corridor lantern barrel crate ladder pulley rope \
chain anchor compass beacon signal cable switch lever valve pipe pump furnace boiler turbine";

/// Makes the messages.
pub(crate) struct Workday {
    random: Random,
    words: Vec<&'static str>,
    /// Files, assets and classes of the project: the same ones come up again
    /// and again, some far more often than others.
    files: Vec<String>,
    assets: Vec<String>,
    classes: Vec<String>,
    next_id: u64,
    calls: u64,
}

impl Workday {
    /// Begins a day; the same seed gives the same day.
    pub(crate) fn new(seed: u64) -> Self {
        let words: Vec<&str> = WORDS.split_whitespace().collect();
        let mut day = Self {
            random: Random::new(seed),
            words,
            files: Vec::new(),
            assets: Vec::new(),
            classes: Vec::new(),
            next_id: 1,
            calls: 0,
        };
        for at in 0..900 {
            let (name, folder) = (day.name(2), day.name(1));
            let ending = ["cpp", "h", "cs", "ini", "py"][at % 5];
            day.files.push(format!("Source/Game/{folder}/{name}.{ending}"));
        }
        for _ in 0..1_500 {
            let (name, folder) = (day.name(2), day.name(1));
            let kind = *day.random.pick(&["BP", "SM", "T", "M", "WBP", "DA"]);
            day.assets.push(format!("/Game/{folder}/{kind}_{name}"));
        }
        for _ in 0..700 {
            let name = day.name(2);
            let letter = *day.random.pick(&["U", "A", "F", "I"]);
            day.classes.push(format!("{letter}{name}"));
        }
        day
    }

    /// Makes the next messages, whole rounds, at least `count`.
    ///
    /// About 79 % of their tokens are results of tools, 13 % come from the assistant, 8 % from the
    /// user; a message has about 100.
    pub(crate) fn messages(&mut self, count: usize) -> Vec<Message> {
        let mut messages = Vec::with_capacity(count + 16);
        while messages.len() < count {
            let request = self.request();
            messages.push(self.message(Role::User, vec![Part::text(request)]));
            for _ in 0..4 + self.random.below(5) {
                self.round(&mut messages);
            }
            let closing = self.sentences(2);
            messages.push(self.message(Role::Assistant, vec![Part::text(closing)]));
        }
        messages
    }

    fn message(&mut self, role: Role, mut parts: Vec<Part>) -> Message {
        // What is read from a file or the network has no spare room.
        for part in &mut parts {
            match part {
                Part::Text { text, .. } => text.shrink_to_fit(),
                Part::ToolCall(call) => call.arguments.shrink_to_fit(),
                Part::ToolResult(result) => {
                    for part in &mut result.parts {
                        if let Part::Text { text, .. } = part {
                            text.shrink_to_fit();
                        }
                    }
                }
                _ => {}
            }
        }
        parts.shrink_to_fit();
        self.next_id += 1;
        Message::new(MessageId(self.next_id - 1), role, parts)
    }

    /// A call, sometimes two or three at once, with what they answer.
    fn round(&mut self, messages: &mut Vec<Message>) {
        let mut parts = Vec::new();
        if self.random.below(6) == 0 {
            parts.push(Part::text(self.sentences(1)));
        }
        let calls = [1, 1, 1, 1, 1, 2, 2, 3][self.random.below(8)];
        let mut results = Vec::new();
        for _ in 0..calls {
            self.calls += 1;
            let id = format!("call_{:x}", self.calls * 0x9e37_79b9);
            let (name, arguments, text, failed) = self.call();
            parts.push(Part::ToolCall(Box::new(ToolCall {
                id: id.as_str().into(),
                name: name.into(),
                arguments: arguments.to_string(),
                extra: Extra::new(),
            })));
            let result = Message::tool_result(MessageId(0), id, Some(name), text, failed);
            results.push(result.parts);
        }
        messages.push(self.message(Role::Assistant, parts));
        for parts in results {
            let result = self.message(Role::Tool, parts);
            messages.push(result);
        }
    }

    /// One of the things that an agent does: tool, arguments, result, failed.
    #[expect(clippy::too_many_lines, reason = "one arm for each tool")]
    fn call(&mut self) -> (&'static str, serde_json::Value, String, bool) {
        let file = self.file();
        let failed = self.random.below(8) == 0;
        match self.random.below(9) {
            0 | 1 => {
                let lines = 6 + self.random.below(12);
                let from = self.random.below(900);
                let text = self.source(lines, from);
                ("read_file", serde_json::json!({ "path": file, "offset": from }), text, false)
            }
            2 => {
                let target = self.name(1);
                let text = self.build_log(failed);
                ("build_cpp", serde_json::json!({ "target": target }), text, failed)
            }
            3 => {
                let items = 2 + self.random.below(3);
                let list: Vec<_> = (0..items).map(|_| self.asset_entry()).collect();
                let text = serde_json::json!({ "success": true, "assets": list }).to_string();
                let folder = self.name(1);
                let path = format!("/Game/{folder}");
                ("list_assets", serde_json::json!({ "path": path }), text, false)
            }
            4 => {
                let asset = self.asset();
                let code = format!(
                    "import unreal\nasset = unreal.EditorAssetLibrary.load_asset('{asset}')\n\
                     print({})",
                    self.random.below(100_000)
                );
                let text = if failed { self.traceback() } else { self.log(6) };
                ("execute_python", serde_json::json!({ "code": code }), text, failed)
            }
            5 => {
                let word = self.class();
                let hits = 4 + self.random.below(6);
                let text: String = (0..hits).map(|_| self.hit()).collect();
                let command = format!("grep -rn {word} Source/ | head -20");
                ("bash", serde_json::json!({ "command": command }), text, false)
            }
            6 => {
                let (old, new) = (self.source(1, 1), self.source(1, 1));
                let text = if failed {
                    format!("Error: old_string was not found in {file}")
                } else {
                    format!("Edited {file}\n{}", self.source(6, 20))
                };
                let arguments = serde_json::json!({
                    "path": file, "old_string": old, "new_string": new
                });
                ("edit_file", arguments, text, failed)
            }
            7 => {
                let asset = self.asset();
                let text = self.actor().to_string();
                ("get_actor_details", serde_json::json!({ "actor_name": asset }), text, false)
            }
            _ => {
                let text = self.log(7);
                ("run_tests", serde_json::json!({ "filter": self.class() }), text, false)
            }
        }
    }

    fn request(&mut self) -> String {
        let mut text = self.sentences(4);
        let (asset, file, number) = (self.asset(), self.file(), self.random.below(400));
        text.push_str(&match self.random.below(6) {
            0 => format!(" Please never change {asset} without asking me first."),
            1 => format!(" It should take {number} ms at most, see {file}."),
            2 => format!(" Always keep the names in {file} as they are."),
            3 => format!(" The error in {file}:{number} is back, can you fix that?"),
            _ => format!(" Look at {asset} and at {file}, then tell me what you found."),
        });
        text.push('\n');
        text.push_str(&self.sentences(2));
        text
    }

    fn sentences(&mut self, count: usize) -> String {
        let mut text = String::new();
        for _ in 0..count {
            for at in 0..9 + self.random.below(9) {
                if at > 0 {
                    text.push(' ');
                }
                match self.random.below(40) {
                    0 => text.push_str(&self.class()),
                    1 => text.push_str(&self.file()),
                    2 => text.push_str(&self.random.below(5_000).to_string()),
                    _ => text.push_str(self.word()),
                }
            }
            text.push_str(if count > 1 { ". " } else { "." });
        }
        text
    }

    fn source(&mut self, lines: usize, from: usize) -> String {
        let mut text = String::new();
        for at in 0..lines {
            let (class, name, field) = (self.class(), self.name(2), self.name(1));
            let line = match self.random.below(8) {
                0 => format!("void {class}::{name}(float DeltaSeconds)"),
                1 => format!("    if (!{field}->Is{name}())"),
                2 => "    {".to_owned(),
                3 => "    }".to_owned(),
                4 => format!("        {field} = FMath::Clamp({field}, 0.f, {}.f);", at * 7),
                5 => format!("    // {}", self.sentences(1)),
                6 => format!("        Get{name}()->Set{field}({}, true);", self.random.below(64)),
                _ => format!("        return Cast<{class}>({field});"),
            };
            text.push_str(&format!("{:>5}\t{line}\n", from + at));
        }
        text
    }

    fn build_log(&mut self, failed: bool) -> String {
        let mut text = String::new();
        for at in 1..5 {
            let module = self.name(2);
            text.push_str(&format!("[{at}/{}] Compile Module.{module}.cpp\n", 40 + at));
        }
        if failed {
            for _ in 0..3 {
                let (file, name) = (self.file(), self.name(2));
                let line = self.random.below(2_000);
                text.push_str(&format!(
                    "{file}({line}): error C2065: '{name}': undeclared identifier\n"
                ));
            }
            text.push_str("Result: Failed (OtherCompilationError)\n");
        } else {
            text.push_str("Result: Succeeded\n");
        }
        let seconds = self.random.below(6_000);
        text.push_str(&format!(
            "Total execution time: {}.{} seconds\n",
            seconds / 100,
            seconds % 100
        ));
        text
    }

    fn log(&mut self, lines: usize) -> String {
        let mut text = String::new();
        for _ in 0..lines {
            let (hour, minute, second) =
                (self.random.below(24), self.random.below(60), self.random.below(60));
            let category = self.name(1);
            let words = self.sentences(1);
            let level = *self.random.pick(&["Display", "Display", "Verbose", "Warning"]);
            text.push_str(&format!(
                "[2026.03.14-{hour:02}.{minute:02}.{second:02}:{:03}]Log{category}: {level}: {words}\n",
                self.random.below(1_000)
            ));
        }
        text
    }

    fn traceback(&mut self) -> String {
        let (file, name) = (self.file(), self.name(2));
        format!(
            "Traceback (most recent call last):\n  File \"{file}\", line {}, in <module>\n    \
             load(asset)\nAttributeError: 'NoneType' object has no attribute '{name}'\n",
            self.random.below(500)
        )
    }

    fn hit(&mut self) -> String {
        let (file, class, name) = (self.file(), self.class(), self.name(2));
        format!("{file}:{}:    {class}* {name} = nullptr;\n", self.random.below(3_000))
    }

    fn asset_entry(&mut self) -> serde_json::Value {
        serde_json::json!({
            "path": self.asset(),
            "class": self.class(),
            "size": self.random.below(4_000_000),
            "guid": format!("{:016X}{:016X}", self.random.next(), self.random.next()),
        })
    }

    fn actor(&mut self) -> serde_json::Value {
        let mut number = || self.random.below(200_000) as f64 / 100.0;
        let location = [number(), number(), number()];
        serde_json::json!({
            "label": self.name(2),
            "class": self.class(),
            "location": location,
            "mesh": self.asset(),
            "tags": [self.word(), self.word()],
            "components": (0..3).map(|_| serde_json::json!({
                "name": self.name(2), "class": self.class(), "visible": true
            })).collect::<Vec<_>>(),
            "notes": self.sentences(1),
        })
    }

    fn word(&mut self) -> &'static str {
        // Frequent words come first: squaring makes the choice lean to them.
        let at = self.random.below(self.words.len() * self.words.len());
        let at = self.words.len() - 1 - at.isqrt();
        self.words[at]
    }

    /// A name of this many words: `DoorHandle`.
    fn name(&mut self, words: usize) -> String {
        let mut name = String::new();
        for _ in 0..words {
            let at = self.random.below(self.words.len());
            let word = self.words[at];
            name.push_str(&word[..1].to_uppercase());
            name.push_str(&word[1..]);
        }
        name
    }

    fn file(&mut self) -> String {
        let at = self.leaning(self.files.len());
        self.files[at].clone()
    }

    fn asset(&mut self) -> String {
        let at = self.leaning(self.assets.len());
        self.assets[at].clone()
    }

    fn class(&mut self) -> String {
        let at = self.leaning(self.classes.len());
        self.classes[at].clone()
    }

    /// An index that is more often small than large.
    fn leaning(&mut self, of: usize) -> usize {
        let unit = self.random.below(1 << 20) as f64 / (1 << 20) as f64;
        ((unit * unit * unit) * of as f64) as usize
    }
}
