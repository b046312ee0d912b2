//! A model file of a few hundred kilobytes: random weights, a vocabulary of
//! bytes and common words.
//!
//! The format: <https://github.com/ggml-org/ggml/blob/master/docs/gguf.md>.

/// The window that the model was made for.
pub(crate) const WINDOW: u32 = 2_048;

/// Words that are one token, with a space before them.
const WORDS: &str = "the and you that was for are with his they this have from one had word but \
                     not what all were when your can said there use each which she how their if \
                     will other about out many then them these some her would make like him into \
                     time has look two more write see number way could people than first water \
                     been call who oil its now find long down day did get come made may part door \
                     opens speed blueprint please change so at never below says Question answer";

/// The sizes of the network, the smallest that a server loads.
const WIDTH: usize = 64;
const LAYERS: usize = 2;
const HEADS: u32 = 4;
const HIDDEN: usize = 128;

/// What is around each message.
const TEMPLATE: &str = "{% for m in messages %}<|im_start|>{{ m['role'] }}\n{{ m['content'] }}\
                        <|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>\
                        assistant\n{% endif %}";

/// Returns the file.
pub(crate) fn file() -> Vec<u8> {
    let vocabulary = Vocabulary::new();
    let tensors = tensors(&vocabulary);
    let mut file = Writer::default();
    file.0.extend(b"GGUF");
    file.u32(3);
    file.u64(tensors.len() as u64);
    file.u64(18);
    file.key("general.architecture").text("llama");
    file.key("general.name").text("random");
    file.key("general.file_type").number(0);
    file.key("llama.context_length").number(WINDOW);
    file.key("llama.embedding_length").number(WIDTH as u32);
    file.key("llama.block_count").number(LAYERS as u32);
    file.key("llama.feed_forward_length").number(HIDDEN as u32);
    file.key("llama.attention.head_count").number(HEADS);
    file.key("llama.attention.head_count_kv").number(HEADS);
    file.key("llama.attention.layer_norm_rms_epsilon").real(1e-5);
    file.key("llama.rope.dimension_count").number(WIDTH as u32 / HEADS);
    file.key("tokenizer.ggml.model").text("gpt2");
    file.key("tokenizer.ggml.pre").text("gpt-2");
    file.key("tokenizer.ggml.tokens").texts(&vocabulary.tokens);
    file.key("tokenizer.ggml.token_type").numbers(&vocabulary.kinds());
    file.key("tokenizer.ggml.merges").texts(&vocabulary.merges);
    file.key("tokenizer.ggml.eos_token_id").number(vocabulary.end());
    file.key("tokenizer.chat_template").text(TEMPLATE);
    let mut data = Vec::new();
    for tensor in &tensors {
        file.tensor(tensor, data.len() as u64);
        data.extend(tensor.values.iter().flat_map(|value| value.to_le_bytes()));
        pad(&mut data);
    }
    pad(&mut file.0);
    file.0.extend(data);
    file.0
}

/// Data begins at multiples of this.
const ALIGNMENT: usize = 32;

fn pad(bytes: &mut Vec<u8>) {
    bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
}

/// The tokens, and the pairs that they consist of.
struct Vocabulary {
    tokens: Vec<String>,
    merges: Vec<String>,
    /// How many of the tokens are ordinary ones.
    plain: usize,
}

impl Vocabulary {
    fn new() -> Self {
        let mut tokens: Vec<String> =
            (0..=255_u8).map(|byte| character(byte).to_string()).collect();
        let mut merges = Vec::new();
        for word in WORDS.split_whitespace() {
            let mut begun = character(b' ').to_string();
            for letter in word.chars() {
                let longer = format!("{begun}{letter}");
                if !tokens.contains(&longer) {
                    merges.push(format!("{begun} {letter}"));
                    tokens.push(longer.clone());
                }
                begun = longer;
            }
        }
        let plain = tokens.len();
        tokens.extend(["<|im_start|>".to_owned(), "<|im_end|>".to_owned()]);
        Self { tokens, merges, plain }
    }

    fn end(&self) -> u32 {
        self.plain as u32 + 1
    }

    /// 1 is an ordinary token, 3 one that steers.
    fn kinds(&self) -> Vec<i32> {
        (0..self.tokens.len()).map(|at| if at < self.plain { 1 } else { 3 }).collect()
    }

    /// How readily a token is written: whole words, sometimes the end.
    fn bias(&self, at: usize) -> f32 {
        let word = self.tokens[at].strip_prefix(character(b' '));
        let is_word = word.is_some_and(|word| WORDS.split_whitespace().any(|known| known == word));
        match at {
            at if at == self.end() as usize => 1.1,
            _ if is_word => 0.9,
            _ => -3.0,
        }
    }
}

/// How byte vocabularies write a byte: printable ones as they are, the others
/// in order from U+0100.
fn character(byte: u8) -> char {
    let printable = |byte: u8| matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff);
    if printable(byte) {
        return char::from(byte);
    }
    let before = (0..byte).filter(|other| !printable(*other)).count() as u32;
    char::from_u32(0x100 + before).unwrap()
}

struct Tensor {
    name: String,
    /// The fastest dimension first.
    shape: Vec<usize>,
    values: Vec<f32>,
}

fn tensors(vocabulary: &Vocabulary) -> Vec<Tensor> {
    let mut noise = Noise(7);
    let count = vocabulary.tokens.len();
    // The first of a token's values is the same for all: what it is weighed
    // with decides how readily each token is written.
    let mut embedding = noise.values(count * WIDTH, 0.05);
    let mut output = noise.values(count * WIDTH, 0.2);
    for token in 0..count {
        embedding[token * WIDTH] = 1.0;
        output[token * WIDTH] = vocabulary.bias(token);
    }
    let ones = || vec![1.0; WIDTH];
    let made = |name: &str, shape: &[usize], values| Tensor {
        name: format!("{name}.weight"),
        shape: shape.to_vec(),
        values,
    };
    let mut all = vec![
        made("token_embd", &[WIDTH, count], embedding),
        made("output_norm", &[WIDTH], ones()),
        made("output", &[WIDTH, count], output),
    ];
    for layer in 0..LAYERS {
        let name = |part: &str| format!("blk.{layer}.{part}");
        all.push(made(&name("attn_norm"), &[WIDTH], ones()));
        all.push(made(&name("ffn_norm"), &[WIDTH], ones()));
        for part in ["attn_q", "attn_k", "attn_v", "attn_output"] {
            all.push(made(&name(part), &[WIDTH, WIDTH], noise.values(WIDTH * WIDTH, 0.05)));
        }
        for (part, shape) in [
            ("ffn_gate", [WIDTH, HIDDEN]),
            ("ffn_up", [WIDTH, HIDDEN]),
            ("ffn_down", [HIDDEN, WIDTH]),
        ] {
            all.push(made(&name(part), &shape, noise.values(WIDTH * HIDDEN, 0.05)));
        }
    }
    all
}

/// Numbers without a pattern, the same each time.
struct Noise(u64);

impl Noise {
    fn values(&mut self, count: usize, spread: f32) -> Vec<f32> {
        let mut next = || {
            // Knuth's MMIX.
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 40) as f32 / (1_u64 << 24) as f32
        };
        // Three of them together are near enough to a bell.
        (0..count).map(|_| (next() + next() + next() - 1.5) * 2.0 * spread).collect()
    }
}

#[derive(Default)]
struct Writer(Vec<u8>);

impl Writer {
    fn u32(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn u64(&mut self, number: u64) {
        self.0.extend(number.to_le_bytes());
    }

    fn string(&mut self, text: &str) {
        self.u64(text.len() as u64);
        self.0.extend(text.as_bytes());
    }

    fn key(&mut self, name: &str) -> &mut Self {
        self.string(name);
        self
    }

    fn number(&mut self, value: u32) {
        self.u32(4);
        self.u32(value);
    }

    fn real(&mut self, value: f32) {
        self.u32(6);
        self.0.extend(value.to_le_bytes());
    }

    fn text(&mut self, value: &str) {
        self.u32(8);
        self.string(value);
    }

    fn texts(&mut self, values: &[String]) {
        self.u32(9);
        self.u32(8);
        self.u64(values.len() as u64);
        for value in values {
            self.string(value);
        }
    }

    fn numbers(&mut self, values: &[i32]) {
        self.u32(9);
        self.u32(5);
        self.u64(values.len() as u64);
        for value in values {
            self.0.extend(value.to_le_bytes());
        }
    }

    fn tensor(&mut self, tensor: &Tensor, offset: u64) {
        self.string(&tensor.name);
        self.u32(tensor.shape.len() as u32);
        for length in &tensor.shape {
            self.u64(*length as u64);
        }
        // Numbers of 32 bits.
        self.u32(0);
        self.u64(offset);
    }
}
