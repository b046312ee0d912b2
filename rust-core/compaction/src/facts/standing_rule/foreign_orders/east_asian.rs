//! Orders that last in scripts without spaces, and in Korean.

/// Recognizes an order that lasts, in Chinese, Japanese or Korean.
pub(super) fn is_east_asian_order(text: &str) -> bool {
    chinese(text) || japanese(text) || korean(text)
}

fn chinese(text: &str) -> bool {
    if !text.contains(|c: char| ('\u{4e00}'..='\u{9fff}').contains(&c)) || has_kana(text) {
        return false;
    }
    let any = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    let now = ["现在先", "今天", "这次", "暂时", "這次"];
    let forbids = ["不要", "别", "別", "勿", "禁止"].iter().any(|it| text.starts_with(it));
    let excused = ["别担心", "不要紧", "别急", "别的", "別擔心", "不要担心", "不要着急"];
    let whenever = ["如果", "每次", "一旦", "只要", "每当"];
    whenever.iter().any(|it| text.starts_with(it))
        && any(&["告诉我", "问我", "停下", "通知我", "提醒我"])
        || forbids && !any(&now) && !excused.iter().any(|it| text.starts_with(it))
        || any(&["每次", "每个", "每當", "每当", "所有", "任何", "凡是"])
            && any(&[
                "都要",
                "都得",
                "先问",
                "先問",
                "请",
                "請",
                "都用",
                "要先",
                "告诉我",
                "一律",
                "都应",
            ])
        || any(&[
            "一律",
            "除非我",
            "以后都",
            "以後都",
            "以后请",
            "今后请",
            "以后不要",
            "以后用",
            "未经我",
            "未經我",
            "没有我的",
            "先征得",
            "先经过我",
            "统一用",
            "統一用",
            "统一使用",
        ])
}

fn japanese(text: &str) -> bool {
    if !has_kana(text) {
        return false;
    }
    let any = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    let bare = text.trim_end_matches(['。', '.', '!', '！', 'ね']);
    let forbids =
        ["ないで", "ないこと", "ないように", "てはいけません", "ではいけません", "しては駄目"];
    #[rustfmt::skip]
    let ends = [
        "ください", "下さい", "こと", "お願いします", "ほしい", "ほしいです", "て", "くれ", "しろ",
    ];
    let requests = ends.iter().any(|it| bare.ends_with(it));
    forbids.iter().any(|it| bare.ends_with(it)) && !any(&["心配しないで", "気にしないで"])
        || requests
            && any(&[
                "毎回",
                "すべて",
                "全て",
                "いつも",
                "たびに",
                "度に",
                "する前に",
                "前には",
                "以外",
                "だけ使",
                "だけを使",
                "のみ使",
                "のみを使",
                "統一",
                "場合は",
                "ときは",
                "たら",
                "今後",
                "これから",
                "以降",
            ])
}

fn has_kana(text: &str) -> bool {
    text.contains(|c: char| ('\u{3040}'..='\u{30ff}').contains(&c))
}

fn korean(text: &str) -> bool {
    if !text.contains(|c: char| ('\u{ac00}'..='\u{d7a3}').contains(&c)) {
        return false;
    }
    let any = |marks: &[&str]| marks.iter().any(|mark| text.contains(mark));
    let bare = text.trim_end_matches(['.', '!']);
    let forbids = ["지 마", "지 말아 줘", "지 말아줘", "지 말 것", "지 말아요", "지 마라", "지마"];
    let requests = ["세요", "해줘", "해 줘", "줘", "주세요", "십시오", "할 것", "해라", "하자"];
    forbids.iter().any(|it| bare.ends_with(it)) && !any(&["걱정하지", "지금은", "아직"])
        || requests.iter().any(|it| bare.ends_with(it))
            && any(&[
                "마다",
                "모든",
                "앞으로",
                "이제부터",
                "면 ",
                "만 사용",
                "만 써",
                "먼저",
                "하기 전에",
                "기 전에",
                "할 때",
                "언제나",
                "말고",
            ])
}
