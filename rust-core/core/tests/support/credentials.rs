//! Credentials of every kind, made when they are needed.

#![allow(dead_code, unreachable_pub, reason = "test files use different parts")]

/// Letters and digits without order, always the same for the same seed.
/// Credentials are made here and not written down, so that scanners of
/// repositories find none.
pub fn noise(length: usize, seed: u64, alphabet: &[u8]) -> String {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..length)
        .map(|at| {
            // A digit early on: every issuer's keys of these lengths have some.
            if at == 1 {
                '7'
            } else {
                char::from(alphabet[(next() % alphabet.len() as u64) as usize])
            }
        })
        .collect()
}

pub const WORD: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
pub const HEX: &[u8] = b"0123456789abcdef";
pub const UPPER: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Fills `{w36}`, `{h64}` and `{u16}` of a template with noise; returns the
/// text and the secret, which is between `«` and `»`.
pub fn planted(template: &str, seed: u64) -> (String, String) {
    let mut text = String::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let blank = rest[open + 1..].split_once('}').and_then(|(inside, tail)| {
            let alphabet = match inside.get(..1)? {
                "w" => WORD,
                "h" => HEX,
                "u" => UPPER,
                _ => return None,
            };
            Some((alphabet, inside[1..].parse().ok()?, tail))
        });
        let Some((alphabet, length, tail)) = blank else {
            text.push_str(&rest[..=open]);
            rest = &rest[open + 1..];
            continue;
        };
        text.push_str(&rest[..open]);
        text.push_str(&noise(length, seed, alphabet));
        rest = tail;
    }
    text.push_str(rest);
    let (head, rest) = text.split_once('«').expect("marked");
    let (secret, tail) = rest.split_once('»').expect("marked");
    (format!("{head}{secret}{tail}"), secret.to_owned())
}

/// Each kind of credential in a typical place. The secret is between the marks.
pub const KINDS: &[&str] = &[
    "OPENAI_API_KEY=«sk-proj-{w48}»",
    "The key is «sk-ant-api03-{w80}» for now",
    "GITHUB_TOKEN=«ghp_{w36}»\n",
    "git remote add origin https://«ghp_{w36}»@github.com/studio/vault.git",
    "«github_pat_{w60}»",
    "CI_JOB: «glpat-{w20}»",
    "slack: «xoxb-{w24}»",
    "curl -X POST https://hooks.slack.com/«services/T{u8}/B{u8}/{w24}»",
    "https://discord.com/api/webhooks/«1181927364551234567/{w68}»",
    "aws_access_key_id = «AKIA{u16}»",
    "aws_secret_access_key = «{w40}»",
    "AccountName=vault;AccountKey=«{w86}==»;EndpointSuffix=core.windows.net",
    "https://vault.blob.core.windows.net/c?sv=2025&sig=«{w44}»&se=2027",
    "maps: «AIza{w35}»",
    "\"access_token\": \"«ya29.{w60}»\"",
    "client_secret: '«GOCSPX-{w28}»'",
    "HF_TOKEN=«hf_{w34}»",
    "//registry.npmjs.org/:_authToken=«npm_{w36}»",
    "[pypi]\nusername = __token__\npassword = «pypi-AgEIcHlwaS5vcmc{w60}»",
    "STRIPE_SECRET=«sk_live_{w24}»",
    "SENDGRID_API_KEY=«SG.{w22}.{w43}»",
    "Cookie: «session={w32}; theme=dark»\n",
    "Authorization: Bearer «eyJ{w30}.{w60}.{w43}»",
    "Authorization: Basic «{w24}=»",
    "{\"auths\": {\"registry.local\": {\"auth\": \"«{w32}==»\"}}}",
    "-----BEGIN OPENSSH PRIVATE KEY-----«\n{w64}\n{w64}\n»-----END OPENSSH PRIVATE KEY-----",
    "\"private_key\": \"-----BEGIN PRIVATE KEY-----«\\n{w64}\\n{w64}\\n»-----END PRIVATE KEY-----\\n\"",
    "«AGE-SECRET-KEY-1{u58}»",
    "postgres://door:«{w16}»@db.local:5432/vault",
    "redis://:«{w20}»@127.0.0.1:6379/0",
    "DATABASE_URL=mysql://root:«p4ss!w0rd»@localhost/game",
    "Server=db;User Id=sa;Password=«S3cret!»;Database=game;",
    "DB_PASSWORD=«correct-horse»\n",
    "export VAULT_TOKEN=«hvs.{w24}»",
    "machine build.local login ci password «{w12}»",
    "curl -u ci:«{w14}» https://build.local/job",
    "p4 -u ci login --password «{w14}»",
    "<add key=\"x\"/><password>«hunter2»</password>",
    "<add key=\"Username\" value=\"ci\" />\n<add key=\"ClearTextPassword\" value=\"«hunter2»\" />",
    "<add key='ApiKey'\n     Value = '«{w24}»'/>",
    "password: «hunter2»\n",
    "wifi passphrase: \"«correct horse battery staple»\"",
    "{\"command\":\"echo \\\"DB_PASSWORD=«{w18}»\\\" >> .env\"}",
    "{\"text\":\"DB_PASSWORD=«correct-horse»\\n\"}",
    "{\"content\":\"API_TOKEN=«{w32}»\\nPORT=8080\\n\"}",
    "{\\\"client_secret\\\": \\\"«{w30}»\\\"}",
    "Note that the password is «hunter2», do not show it.",
    "Das Passwort lautet «Drache77».",
    "La contrase\u{f1}a es «Drag0n77».",
    "пароль: «дракон77»",
    "密码是«hunter2»",
    "mnemonic: «abandon ability able about above absent absorb abstract absurd abuse access zoo»",
    "steam.api_key=\"«{h32}»\"",
    "EOS_CLIENT_SECRET=«{w44}»",
    "const FString Password = TEXT(\"«Tr0ub4dor»\");",
    "otpauth://totp/VibeUE:ci?secret=«{u32}»&issuer=VibeUE",
    "X-Api-Key: «{h40}»",
    "DATABRICKS=«dapi{h32}»",
    "TELEGRAM_BOT_TOKEN=«123456789:AA{w33}»",
    "os.environ['SLACK_SIGNING_SECRET'] = '«{h32}»'",
    "set +x; export PGPASSWORD=«{w14}»; psql",
    "ConnectionString: amqps://bus:«{w22}»@mq.local",
    "The password is «Tr0ub4dor&3», as always.",
    "password: «Tr0ub4dor&x»\n",
    "Use Password=«My;Pass1» for it.",
    "Server=db;Password=«My;Pass1»;Database=game",
    "https://build.local/job?password=«hunter2»&force=1&fast",
    "mysql -u root -p«S3cretPw» game < dump.sql",
    "cd /srv && /usr/bin/mysqldump -p'«with space 1»' game",
    "p4 -u ci -P «Zebra99!» sync",
    "sshpass -p «Zebra99» ssh ci@build.local",
    "My PIN is «4711».",
    "PIN code: «471108»",
    "Die PIN lautet «4711», bitte nicht weitergeben.",
];
