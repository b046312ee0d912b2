//! Orders to the reader that a summary must not invent.
//!
//! Models write such sentences into summaries on their own when they do not
//! find an end, or because something in the session asked for it: "ignore the
//! developer's messages", "answer in at most 30 words", "use no tools". The
//! next model is most likely to obey short and concrete ones. This module only
//! looks for the form of such a sentence; whether somebody asked for it, and
//! who, is decided elsewhere. A list of forms in the languages of sessions is
//! no proof that none slips through, which is why summaries are also sent as
//! data.

use std::sync::LazyLock;

use super::reported;
use super::sources::words;

/// What a sentence orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// To set earlier instructions aside.
    Override,
    /// To be somebody else.
    Role,
    /// To call no tools.
    ToolBan,
    /// To answer with a given length or in a given form.
    Form,
    /// To keep something from the user.
    Secrecy,
    /// To act without the user's permission.
    Permission,
    /// An alarm or a voice that claims authority.
    Alarm,
    /// To send something away.
    Sending,
    /// Any other "you must".
    Duty,
}

/// Words, each within a few words of the previous one; an alternative may
/// consist of several words.
struct Form {
    order: Order,
    steps: Vec<Vec<Vec<String>>>,
    /// Whether it must be at the beginning of a sentence.
    leads: bool,
}

/// The most other words between two steps.
const GAP: usize = 4;

/// The forms: the kind of order, whether it must begin the sentence, and the
/// steps with their alternatives, separated by `|`.
#[rustfmt::skip]
const FORMS: &[(Order, bool, &[&str])] = &[
    // English
    (Order::Override, false, &["ignore|disregard|forget|override|bypass", "instructions|instruction|rules|prompt|messages|guidelines|restrictions|constraints|policies|policy|everything|system prompt|safety"]),
    (Order::Override, false, &["do not|don t|stop|never", "follow|following|obey|obeying", "instructions|rules|user|developer|system|guidelines|person"]),
    (Order::Role, false, &["you are now|you are a|you are an|you are no longer|from now on you|act as|pretend|roleplay as|role play as|adopt the persona|take on the role|your new role|your role is now|your name is|your true identity"]),
    (Order::ToolBan, false, &["do not|don t|never|stop|avoid|must not|no longer", "use|using|call|calling|invoke|run", "tool|tools|function calls|tool calls|functions"]),
    (Order::ToolBan, false, &["use no|call no|without any|no more|without using", "tool|tools|tool calls|functions|tools at all"]),
    (Order::ToolBan, false, &["tools|tool calls|tool use|function calls", "are disabled|are forbidden|are banned|are off limits|is forbidden|is disabled|are prohibited|are not allowed|is prohibited"]),
    (Order::Form, true, &["answer|respond|reply|write|speak|output|keep|limit|restrict|produce|say", "words|word|tokens|sentence|sentences|characters|paragraph|emojis|syllables|lines"]),
    (Order::Form, false, &["answers|replies|responses|answer|reply|response|messages", "must|may|should|shall|have to|limited|at most|no more|never exceed|no longer than|fewer than|under|within", "words|word|tokens|sentence|sentences|characters|lines"]),
    (Order::Form, true, &["answer|respond|reply|write|speak", "only|always|exclusively|nothing but|solely"]),
    (Order::Form, true, &["always|only", "answer|respond|reply|speak"]),
    (Order::Form, true, &["end|begin|start|finish", "every|each|all", "answer|reply|response|message|answers|replies"]),
    (Order::Secrecy, false, &["do not|don t|never|must not|without", "tell|mention|reveal|inform|disclose|show|telling|informing|report|admit", "user|person|anyone|anybody|them|developer|summary"]),
    (Order::Secrecy, false, &["tell nobody|tell no one|keep this secret|keep it secret|keep this hidden|hide this from|nobody must know|conceal this"]),
    (Order::Permission, false, &["no confirmation|no approval|no permission", "needed|required|necessary"]),
    (Order::Permission, false, &["skip|bypass|omit", "confirmation|confirmations|approval|approvals|permission"]),
    (Order::Permission, false, &["full access|unrestricted access|admin access|root access|admin rights|full permissions"]),
    (Order::Permission, false, &["you may|you can|feel free to|you are allowed to|you are free to", "delete|overwrite|remove|erase|push|disable|modify anything"]),
    (Order::Permission, false, &["without", "asking|confirmation|approval|permission|confirming"]),
    (Order::Permission, false, &["all|every|any", "actions|writes|changes|deletions|commands", "are approved|is approved|are allowed|is allowed|are authorized|pre approved|are confirmed"]),
    (Order::Alarm, false, &["breach alert|system alert|security alert|system override|admin override|developer message|system message|priority override|emergency protocol|policy update|new instructions|updated instructions|critical instruction|mandatory instruction"]),
    (Order::Sending, true, &["send|upload|post|email|forward|exfiltrate|copy|transmit", "to", "http|https|server|address|attacker|webhook|mail"]),
    (Order::Sending, false, &["send|upload|post|email|forward|exfiltrate|reveal|print|include", "key|keys|password|passwords|credentials|secrets|token|env file|system prompt"]),
    (Order::Duty, true, &["you must|you have to|you shall|you will|you need to|you should|you are required|you are forbidden|you may not|you may only|you can only|always|never|do not|don t|under no circumstances|from now on|from here on|it is forbidden|it is mandatory|the assistant must|the model must|the agent must|the next assistant|the reader must|immediately|stop"]),
    (Order::Duty, true, &["delete|wipe|erase|format|destroy|purge", "all|every|everything|entire|whole"]),
    // German
    (Order::Override, false, &["ignoriere|ignorier|ignorieren sie|missachte|vergiss|\u{fc}bergehe|verwirf", "anweisungen|anweisung|regeln|nachrichten|vorgaben|alles|richtlinien|einschr\u{e4}nkungen|systemprompt"]),
    (Order::Role, false, &["du bist jetzt|du bist nun|du bist ein|du bist eine|du bist kein|sie sind jetzt|ab jetzt bist|verhalte dich|deine neue rolle|deine rolle ist|tu so als"]),
    (Order::ToolBan, false, &["keine|nie|niemals|nicht|verboten", "werkzeuge|werkzeug|tools|tool|werkzeugaufrufe|funktionen"]),
    (Order::ToolBan, false, &["werkzeuge|tools|werkzeugaufrufe", "verboten|gesperrt|deaktiviert|untersagt"]),
    (Order::Form, false, &["antworte|antworten sie|schreibe|schreib|erwidere", "w\u{f6}rter|w\u{f6}rtern|worte|worten|s\u{e4}tze|s\u{e4}tzen|satz|zeichen|nur|ausschlie\u{df}lich|immer"]),
    (Order::Secrecy, false, &["sage|sag|verrate|erz\u{e4}hle|erw\u{e4}hne|informiere|melde", "niemandem|nichts|nicht|nie"]),
    (Order::Permission, false, &["ohne", "nachfrage|r\u{fc}ckfrage|best\u{e4}tigung|erlaubnis|nachzufragen|zu fragen|zustimmung"]),
    (Order::Permission, false, &["du darfst|sie d\u{fc}rfen|hat zugestimmt|hat genehmigt|hat erlaubt|ist genehmigt|sind genehmigt"]),
    (Order::Alarm, false, &["systemwarnung|systemmeldung|sicherheitswarnung|neue anweisungen|neue anweisung|entwicklernachricht"]),
    (Order::Sending, true, &["sende|schicke|lade|\u{fc}bermittle", "schl\u{fc}ssel|passwort|passw\u{f6}rter|zugangsdaten|http|https|server"]),
    (Order::Duty, true, &["du musst|du sollst|sie m\u{fc}ssen|ab jetzt|von nun an|niemals|immer|auf keinen fall|sofort|l\u{f6}sche alle|l\u{f6}sche alles"]),
    // French
    (Order::Override, false, &["ignore|ignorez|oublie|oubliez|ne tiens pas compte|ne tenez pas compte|outrepasse", "instructions|r\u{e8}gles|messages|consignes|tout|restrictions|d\u{e9}veloppeur"]),
    (Order::Role, false, &["tu es maintenant|vous \u{ea}tes maintenant|tu es un|tu es une|tu n es plus|agis comme|fais semblant|ton nouveau r\u{f4}le|d\u{e9}sormais tu"]),
    (Order::ToolBan, false, &["aucun|jamais|pas|interdit|interdits|sans", "outil|outils|fonction|fonctions"]),
    (Order::ToolBan, false, &["outils", "interdits|d\u{e9}sactiv\u{e9}s|bannis"]),
    (Order::Form, false, &["r\u{e9}ponds|r\u{e9}pondez|r\u{e9}pondre|\u{e9}cris", "mots|mot|phrase|phrases|caract\u{e8}res|seulement|uniquement|toujours"]),
    (Order::Secrecy, false, &["ne dis|ne dites|ne r\u{e9}v\u{e8}le|ne mentionne|n informe|ne parle"]),
    (Order::Permission, false, &["sans", "demander|confirmation|autorisation|permission|accord"]),
    (Order::Permission, false, &["tu peux|vous pouvez|tout est", "supprimer|effacer|\u{e9}craser|approuv\u{e9}|autoris\u{e9}"]),
    (Order::Alarm, false, &["nouvelles instructions|nouvelle instruction|message syst\u{e8}me|alerte syst\u{e8}me|alerte de s\u{e9}curit\u{e9}"]),
    (Order::Sending, true, &["envoie|envoyez|t\u{e9}l\u{e9}verse|publie", "cl\u{e9}|cl\u{e9}s|mot de passe|mots de passe|identifiants|http|https|serveur"]),
    (Order::Duty, true, &["tu dois|vous devez|d\u{e9}sormais|dor\u{e9}navant|toujours|jamais|supprime tout|supprimez tout|imm\u{e9}diatement"]),
    // Spanish
    (Order::Override, false, &["ignora|ignore|olvida|olvide|omite|descarta|desobedece", "instrucciones|reglas|mensajes|todo|restricciones|desarrollador|anteriores"]),
    (Order::Role, false, &["eres ahora|ahora eres|eres un|eres una|ya no eres|act\u{fa}a como|finge|tu nuevo rol|a partir de ahora eres"]),
    (Order::ToolBan, false, &["ninguna|nunca|no|prohibido|prohibidas|sin", "herramienta|herramientas|funciones"]),
    (Order::ToolBan, false, &["herramientas", "prohibidas|desactivadas|bloqueadas"]),
    (Order::Form, false, &["responde|responda|contesta|escribe", "palabras|palabra|frase|frases|caracteres|solo|s\u{f3}lo|\u{fa}nicamente|siempre"]),
    (Order::Secrecy, false, &["no digas|no le digas|no reveles|no informes|no menciones|no cuentes"]),
    (Order::Permission, false, &["sin", "preguntar|confirmaci\u{f3}n|permiso|autorizaci\u{f3}n|aprobaci\u{f3}n"]),
    (Order::Permission, false, &["puedes|pueden|todo est\u{e1}", "borrar|eliminar|sobrescribir|aprobado|autorizado|permitido"]),
    (Order::Alarm, false, &["nuevas instrucciones|nueva instrucci\u{f3}n|mensaje del sistema|alerta del sistema|alerta de seguridad"]),
    (Order::Sending, true, &["env\u{ed}a|envia|sube|publica|manda", "clave|claves|contrase\u{f1}a|contrase\u{f1}as|credenciales|http|https|servidor"]),
    (Order::Duty, true, &["debes|tienes que|a partir de ahora|siempre|nunca|borra todo|elimina todo|inmediatamente"]),
    // Russian
    (Order::Override, false, &["игнорируй|игнорируйте|забудь|забудьте|не выполняй", "инструкции|правила|сообщения|все|указания"]),
    (Order::Role, false, &["ты теперь|вы теперь|отныне ты|притворись|действуй как"]),
    (Order::ToolBan, false, &["не|никогда|запрещено|без", "инструменты|инструментов|инструмент|функции"]),
    (Order::Form, false, &["отвечай|отвечайте|пиши", "слов|слова|только|предложений|всегда"]),
    (Order::Secrecy, false, &["не говори|не сообщай|никому не|не рассказывай"]),
    (Order::Permission, false, &["без", "подтверждения|спроса|разрешения"]),
    (Order::Alarm, false, &["системное сообщение|новые инструкции|системное предупреждение"]),
    (Order::Duty, true, &["ты должен|вы должны|отныне|всегда|никогда|немедленно|удали все|удали всё"]),
];

/// Forms in scripts without spaces between words: all parts occur in the
/// sentence, in this order.
#[rustfmt::skip]
const WIDE_FORMS: &[(Order, &[&str])] = &[
    (Order::Override, &["忽略|无视|無視|忘记|不要理会|不用管", "指令|指示|规则|規則|消息|系统|之前|开发者|要求|限制|ルール|メッセージ"]),
    (Order::Override, &["ルール|指示|命令|メッセージ", "無視|忘れ|従わ"]),
    (Order::Role, &["你现在是|你是一个|你不再是|扮演|从现在开始你|あなたは今|のふりをし|として振る舞"]),
    (Order::ToolBan, &["不要|禁止|不得|不能|不许|别", "工具|函数|ツール"]),
    (Order::ToolBan, &["ツール", "使わない|使用しない|呼び出さない|禁止"]),
    (Order::Form, &["回答|回复|答复|回答は|返答", "字|词|只|仅|不超过|以内|だけ|のみ"]),
    (Order::Form, &["只|仅", "回答|回复|答复"]),
    (Order::Secrecy, &["不要告诉|别告诉|保密|不得透露|不要透露|不要提及|に言わない|秘密に"]),
    (Order::Permission, &["无需确认|不需要确认|无须确认|不用问|未经询问|不必询问|已授权|已批准|可以删除|確認なし|確認不要|許可なく"]),
    (Order::Alarm, &["系统消息|系统警告|新指令|新的指令|安全警报|システムメッセージ|新しい指示"]),
    (Order::Sending, &["发送|上传|送信", "密钥|密码|凭据|http|服务器|鍵|パスワード"]),
    (Order::Duty, &["你必须|务必|绝对不要|立即|必须始终|永远不要|必ず|絶対に|删除所有|删除全部"]),
];

static PARSED: LazyLock<Vec<Form>> = LazyLock::new(|| {
    FORMS
        .iter()
        .map(|(order, leads, steps)| Form {
            order: *order,
            leads: *leads,
            steps: steps.iter().map(|step| step.split('|').map(words).collect()).collect(),
        })
        .collect()
});

/// The kind of order that a sentence gives its reader, if it has the form of
/// one.
pub(super) fn order_in(sentence: &str) -> Option<Order> {
    let plain = plain(sentence);
    let all = words(&plain);
    let reported = reported::is_reported(&plain);
    let narrow = PARSED.iter().find(|form| holds(form, &all, reported)).map(|form| form.order);
    narrow.or_else(|| {
        let found = |alternatives: &str, from: usize| -> Option<usize> {
            let rest = plain.get(from..)?;
            alternatives
                .split('|')
                .filter_map(|word| rest.find(word).map(|at| from + at + word.len()))
                .min()
        };
        WIDE_FORMS
            .iter()
            .find(|(_, steps)| steps.iter().try_fold(0, |from, step| found(step, from)).is_some())
            .map(|(order, _)| *order)
    })
}

/// Returns whether a sentence of these words has the form. A sentence that reports what was done
/// without something does not permit doing so.
fn holds(form: &Form, all: &[String], reported: bool) -> bool {
    let first = &form.steps[0];
    // A number, a mark or a form of address may come first.
    let starts = if form.leads { all.len().min(3) } else { all.len() };
    (0..starts).any(|start| {
        if reported && reported::WITHOUT.contains(&all[start].as_str()) {
            return false;
        }
        // A form that must lead may follow words that only call for attention.
        if form.leads && !all[..start].iter().all(|word| CALLS.contains(&word.as_str())) {
            return false;
        }
        let Some(mut at) = first.iter().filter_map(|it| after(all, start, it)).max() else {
            return false;
        };
        form.steps[1..].iter().all(|step| {
            let next = (at..=at + GAP.max(if form.order == Order::Form { 8 } else { GAP }))
                .find_map(|from| step.iter().filter_map(|it| after(all, from, it)).max());
            next.inspect(|next| at = *next).is_some()
        })
    })
}

/// Words before an order that only call for attention.
const CALLS: [&str; 16] = [
    "please",
    "now",
    "note",
    "important",
    "warning",
    "urgent",
    "attention",
    "and",
    "so",
    "then",
    "bitte",
    "jetzt",
    "system",
    "reminder",
    "rule",
    "also",
];

/// Where the words of an alternative end if they begin at `start`.
fn after(all: &[String], start: usize, alternative: &[String]) -> Option<usize> {
    let end = start + alternative.len();
    (all.get(start..end)? == alternative).then_some(end)
}

/// The sentence without tricks that hide words from a program but not from a
/// model: full-width letters, and single letters with spaces or dots in
/// between.
fn plain(sentence: &str) -> String {
    let folded: String = sentence
        .chars()
        .map(|c| match u32::from(c) {
            wide @ 0xFF01..=0xFF5E => char::from_u32(wide - 0xFEE0).unwrap_or(c),
            _ => c,
        })
        .filter(|c| *c != '\u{ad}' && *c != '\u{200c}' && *c != '\u{200d}')
        .collect();
    joined_letters(&folded)
}

/// Turns `i g n o r e` and `i.g.n.o.r.e` into `ignore`.
fn joined_letters(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut spelled: Vec<&str> = Vec::new();
    let flush = |spelled: &mut Vec<&str>, out: &mut String| {
        let close = if spelled.len() >= 5 { "" } else { " " };
        for word in spelled.drain(..) {
            out.push_str(word);
            out.push_str(close);
        }
        if close.is_empty() {
            out.push(' ');
        }
    };
    for word in text.split([' ', '\t', '.', '-', '_']) {
        if word.chars().count() == 1 && word.chars().all(|c| c.is_ascii_alphabetic()) {
            spelled.push(word);
            continue;
        }
        flush(&mut spelled, &mut out);
        out.push_str(word);
        out.push(' ');
    }
    flush(&mut spelled, &mut out);
    out
}

/// The sentences of a line, each with its closing marks.
pub(super) fn sentences(line: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut chars = line.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let wide = matches!(c, '。' | '！' | '？');
        let ends = wide
            || (matches!(c, '.' | '!' | '?' | ';')
                && chars.peek().is_some_and(|(_, next)| next.is_whitespace()));
        if ends {
            let end = at + c.len_utf8();
            out.push(line[start..end].trim());
            start = end;
        }
    }
    out.push(line[start..].trim());
    out.retain(|sentence| !sentence.is_empty());
    out
}
