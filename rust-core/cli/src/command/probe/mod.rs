//! `vibeue probe`

mod ask;
mod first_part;
mod headline;
mod outcome;
mod paper_writer;
mod papers;
mod print;
mod prompts;
mod question_set;
mod record;
mod replay;
mod sets;
mod view;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use vibeue_core::compaction::strategy::SummaryModel;
use vibeue_core::session::files::{OutputFile, Readers};

use super::compact;
use crate::args::{Baseline, ProbeArgs, ProbeStrategy};
use crate::config::{Config, Environment, print_notes};
use crate::connect;
use crate::console::Console;
use crate::failure::{Failure, Result};
use crate::output::{Align, Table, counted, grouped, replacing};
use crate::progress::Progress;
use ask::Models;
use first_part::{FirstPart, Maker, Size};
use headline::headline;
use outcome::{Grade, Graded, SetOutcome, ViewOutcome};
use paper_writer::PaperWriter;
use question_set::QuestionSet;
use record::{Record, Run};
use sets::read_sets;
use view::View;

/// Quizzes a reader about what a compaction kept, and grades the answers.
///
/// # Errors
/// If a file of questions or its conversation is wrong, what must stay does not fit, a model fails,
/// or something cannot be written. What was answered before a model failed is in the record.
pub(crate) fn run(args: &ProbeArgs, console: &mut Console) -> Result {
    if let Some(path) = &args.replay {
        return replay::run(path, args, console);
    }
    let size = Size::of(args.share.as_deref(), args.window)?;
    let environment = Environment::of_process();
    let config = Config::gather(args.connect.config.as_deref(), &environment, &args.settings())?;
    print_notes(&config, console);
    let sets = read_sets(args)?;
    let task = Task::of(args);
    // Checked before any work is done: is there a model to ask?
    let paper = args.writers.as_deref().map(|folder| Arc::new(PaperWriter::new(folder)));
    let summaries = args.baseline.contains(&Baseline::Summary) && paper.is_none();
    let models = if task.uses_model() || summaries {
        Some(Models::new(connect::to(&config, &environment)?, args.grader.as_deref())?)
    } else {
        None
    };
    let writers = match &paper {
        Some(_) if args.strategy == ProbeStrategy::Rules => Vec::new(),
        Some(paper) => vec![paper.summary_model()],
        None => compact::asked(&config, &environment)?,
    };
    let people = paper.as_ref().map(|paper| Models::new(paper.server(), None)).transpose()?;
    let encoding = args.encoding.as_deref();
    let maker = Maker::new(encoding, size, config.settings.clone(), console)?;
    let probe = Probe { args, task, maker, models, people, paper, writers };
    probe.run(&sets, console)
}

/// Who does what.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Task<'a> {
    /// Models answer and grade.
    Ask,
    /// Papers for readers go into a folder.
    ReaderPapers(&'a Path),
    /// Papers for graders go into a folder, with answers from another one.
    GraderPapers(&'a Path, &'a Path),
    /// Answers in a folder are graded by a model.
    GradeByModel(&'a Path),
    /// Answers in a folder, graded by people.
    Graded(&'a Path),
}

impl<'a> Task<'a> {
    fn of(args: &'a ProbeArgs) -> Self {
        match (args.prompts.as_deref(), args.answers.as_deref()) {
            (Some(papers), None) => Task::ReaderPapers(papers),
            (Some(papers), Some(answers)) => Task::GraderPapers(papers, answers),
            (None, Some(answers)) if args.grades.is_empty() => Task::GradeByModel(answers),
            (None, Some(answers)) => Task::Graded(answers),
            (None, None) => Task::Ask,
        }
    }

    /// Returns whether a model reads or grades.
    fn uses_model(self) -> bool {
        matches!(self, Task::Ask | Task::GradeByModel(_))
    }

    /// The folders that people wrote into.
    fn written(self, grades: &'a [PathBuf]) -> Vec<&'a Path> {
        match self {
            Task::Ask | Task::ReaderPapers(_) => Vec::new(),
            Task::GraderPapers(_, answers) | Task::GradeByModel(answers) => vec![answers],
            Task::Graded(answers) => {
                std::iter::once(answers).chain(grades.iter().map(AsRef::as_ref)).collect()
            }
        }
    }
}

/// Where answers come from.
enum Answers {
    /// A model gives them.
    OfModel,
    /// People wrote them down, in the order of the questions.
    Written(Vec<String>),
}

/// One run of the command.
struct Probe<'a> {
    args: &'a ProbeArgs,
    task: Task<'a>,
    maker: Maker,
    /// The models that read, grade and write ordinary summaries.
    models: Option<Models>,
    /// The people who write ordinary summaries instead.
    people: Option<Models>,
    /// The folder of these people.
    paper: Option<Arc<PaperWriter>>,
    /// The models that write the summaries that are probed.
    writers: Vec<SummaryModel>,
}

/// The results of a run so far.
struct Made {
    record: Record,
    outcomes: Vec<SetOutcome>,
    papers: Papers,
    /// What people have to write before this can continue.
    waiting: Vec<PathBuf>,
}

impl Probe<'_> {
    fn run(&self, sets: &[QuestionSet], console: &mut Console) -> Result {
        let file = self.args.record.as_deref();
        // No model is paid before it is certain that the result can be written.
        let file =
            file.map(|path| OutputFile::begin(path, replacing(self.args.replace), Readers::Owner));
        let file = file.transpose()?;
        let mut made = Made {
            record: Record::begin(self.described()),
            outcomes: Vec::new(),
            papers: Papers::default(),
            waiting: Vec::new(),
        };
        let ended: Result = sets.iter().try_for_each(|set| self.probe(set, &mut made, console));
        // Even half a run was paid for.
        if let Some(file) = file {
            made.record.write(file)?;
        }
        ended?;
        if !made.waiting.is_empty() {
            return Err(unwritten(&made.waiting));
        }
        self.note_strangers(&made.papers.names, console);
        if let Task::ReaderPapers(_) | Task::GraderPapers(..) = self.task {
            return made.papers.print(self.args.json, console);
        }
        if made.outcomes.is_empty() {
            let what = "none of these views has been answered";
            let hint = "the files are named like the papers that --prompts writes";
            return Err(Failure::input(what, hint));
        }
        let headline = headline(&self.described());
        if self.args.json {
            return console.json(&print::as_json(&made.outcomes, &headline));
        }
        print::print(&made.outcomes, &headline, console)
    }

    /// Processes one conversation.
    fn probe(&self, set: &QuestionSet, made: &mut Made, console: &mut Console) -> Result {
        let part = self.maker.first_part(set, self.args.conversations.as_deref(), console)?;
        let Some(views) = self.views(set, &part, console)? else {
            made.waiting.extend(self.paper.as_ref().and_then(|paper| paper.waiting()));
            return Ok(());
        };
        let mut outcome = SetOutcome {
            set: set.name.clone(),
            whole: part.whole,
            asked: part.asked,
            views: Vec::new(),
        };
        for (view, room) in &views {
            made.papers.names.push(papers::name(set, view));
            let Some(answers) = self.answers(set, view, &part, &mut made.papers, console)? else {
                continue;
            };
            made.record.view(&set.name, view, *room, part.whole, part.asked);
            let answers = self.graded(set, view, &answers, &mut made.record, console)?;
            outcome.views.extend(answers.map(|answers| ViewOutcome {
                way: view.way.to_owned(),
                view: view.hash.clone(),
                tokens: view.tokens,
                answers,
            }));
        }
        made.outcomes.extend((!outcome.views.is_empty()).then_some(outcome));
        Ok(())
    }

    /// How this run is made.
    fn described(&self) -> Run {
        let folder = |path: &Path| {
            path.file_name()
                .map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into())
        };
        let reader = match (self.args.answers.as_deref(), &self.models) {
            (Some(answers), _) => folder(answers),
            (None, Some(models)) => models.reader().to_owned(),
            (None, None) => String::new(),
        };
        let graders = match &self.models {
            Some(models) if self.task.uses_model() => vec![models.grader().to_owned()],
            _ => self.args.grades.iter().map(|path| folder(path)).collect(),
        };
        Run::new(&reader, graders, self.maker.size, self.maker.counting.counter.name())
    }

    /// The views of a first part, each with the tokens that it was made for; `None` if a person has
    /// to write a summary first.
    fn views(
        &self,
        set: &QuestionSet,
        part: &FirstPart,
        console: &mut Console,
    ) -> Result<Option<Vec<(View, u64)>>> {
        let strategy: ProbeStrategy = self.args.strategy;
        let _progress = Progress::begin(console, "compacting", 0);
        self.begin_writing(set, strategy.name());
        let ours = part.compacted(strategy, &self.maker, &self.writers);
        if self.waits() {
            return Ok(None);
        }
        let (ours, warnings) = ours?;
        for warning in warnings {
            console.note(format!("{}: {warning}", set.name));
        }
        let tokens = ours.tokens;
        let mut views = vec![(ours, part.asked)];
        for baseline in &self.args.baseline {
            if views.iter().any(|(other, _)| other.way == baseline.name()) {
                continue;
            }
            self.begin_writing(set, baseline.name());
            let scribe = self.people.as_ref().or(self.models.as_ref());
            let view = part.baseline(*baseline, tokens, &self.maker, scribe);
            if self.waits() {
                return Ok(None);
            }
            views.push((view?, tokens));
        }
        Ok(Some(views))
    }

    fn begin_writing(&self, set: &QuestionSet, way: &str) {
        if let Some(paper) = &self.paper {
            paper.begin(format!("{}-{way}", set.name));
        }
    }

    /// Returns whether something has to be written before this can continue.
    fn waits(&self) -> bool {
        self.paper.as_ref().is_some_and(|paper| paper.waiting().is_some())
    }

    /// Where the answers about a view come from; `None` if there are none, or nothing to grade.
    fn answers(
        &self,
        set: &QuestionSet,
        view: &View,
        part: &FirstPart,
        papers: &mut Papers,
        console: &mut Console,
    ) -> Result<Option<Answers>> {
        let name = papers::name(set, view);
        let source = Path::new(&part.source.name);
        match self.task {
            Task::Ask => Ok(Some(Answers::OfModel)),
            Task::ReaderPapers(folder) => {
                let paper = prompts::reader_paper(&view.text, &set.questions);
                papers.written(set, view, &papers::write(folder, &name, &paper, source)?);
                Ok(None)
            }
            Task::GraderPapers(folder, answers) => {
                if let Some(answers) = self.written_answers(answers, &name, set, view, console)? {
                    let paper = prompts::grader_paper(&set.questions, &answers);
                    papers.written(set, view, &papers::write(folder, &name, &paper, source)?);
                }
                Ok(None)
            }
            Task::GradeByModel(answers) | Task::Graded(answers) => {
                let answers = self.written_answers(answers, &name, set, view, console)?;
                Ok(answers.map(Answers::Written))
            }
        }
    }

    fn written_answers(
        &self,
        folder: &Path,
        name: &str,
        set: &QuestionSet,
        view: &View,
        console: &mut Console,
    ) -> Result<Option<Vec<String>>> {
        let answers = papers::read(folder, name, set)?;
        if answers.is_none() {
            let shown = folder.display();
            console.note(format!(
                "{} by {} is left out: no {name}.txt in {shown}",
                set.name, view.way
            ));
        }
        Ok(answers)
    }

    /// The answers with their grades; `None` if a grader left the view out.
    fn graded(
        &self,
        set: &QuestionSet,
        view: &View,
        answers: &Answers,
        record: &mut Record,
        console: &mut Console,
    ) -> Result<Option<Vec<Graded>>> {
        let Some(by_people) = self.grades_of_people(set, view, console)? else { return Ok(None) };
        let progress = Progress::begin(console, "asking", set.questions.len() as u64);
        let mut all = Vec::with_capacity(set.questions.len());
        for (at, question) in set.questions.iter().enumerate() {
            let answer = match (answers, &self.models) {
                (Answers::OfModel, Some(models)) => models.answer(view, question)?,
                (Answers::OfModel, None) => String::new(),
                (Answers::Written(answers), _) => answers.get(at).cloned().unwrap_or_default(),
            };
            let mut grades: Vec<Grade> =
                by_people.iter().filter_map(|grades| grades.get(at).cloned()).collect();
            if let (true, Some(models)) = (self.task.uses_model(), &self.models) {
                grades.push(models.grade(question, &answer)?);
            }
            let graded = Graded {
                id: question.id.clone(),
                kind: question.kind,
                question: question.question.clone(),
                key: question.key.clone(),
                answer,
                grades,
            };
            record.answer(&set.name, view.way, &graded);
            all.push(graded);
            progress.step();
        }
        Ok(Some(all))
    }

    /// The grades of each answer by each grader.
    fn grades_of_people(
        &self,
        set: &QuestionSet,
        view: &View,
        console: &mut Console,
    ) -> Result<Option<Vec<Vec<Grade>>>> {
        let name = papers::name(set, view);
        let mut all = Vec::new();
        for folder in &self.args.grades {
            let Some(grades) = papers::read_grades(folder, &name, set)? else {
                let shown = folder.display();
                let (set, way) = (&set.name, view.way);
                console.note(format!("{set} by {way} is left out: no {name}.txt in {shown}"));
                return Ok(None);
            };
            all.push(grades);
        }
        Ok(Some(all))
    }

    /// Notes what people wrote about views that no longer exist.
    fn note_strangers(&self, names: &[String], console: &mut Console) {
        for folder in self.task.written(&self.args.grades) {
            for name in papers::strangers(folder, names) {
                let path = folder.join(format!("{name}.txt"));
                console.note(format!(
                    "{} is about none of these views: it has changed since, or was not asked for",
                    path.display()
                ));
            }
        }
    }
}

/// The failure that lists what people still have to write.
fn unwritten(waiting: &[PathBuf]) -> Failure {
    let paths: Vec<String> = waiting.iter().map(|path| path.display().to_string()).collect();
    let what = format!(
        "{} to be written first: {}",
        counted(waiting.len() as u64, "summary").replace("summarys", "summaries"),
        paths.join(", ")
    );
    Failure::input(what, "put what NAME.prompt.txt asks for into NAME.txt and run this again")
}

/// The papers that were written.
#[derive(Default)]
struct Papers {
    /// The names that papers of this run have, whether written or not.
    names: Vec<String>,
    rows: Vec<[String; 4]>,
}

impl Papers {
    fn written(&mut self, set: &QuestionSet, view: &View, path: &Path) {
        let tokens = view.tokens.to_string();
        let path = path.display().to_string();
        self.rows.push([set.name.clone(), view.way.to_owned(), tokens, path]);
    }

    /// Says which paper is which: the papers themselves do not.
    fn print(&self, as_json: bool, console: &mut Console) -> Result {
        if as_json {
            let row = |[set, way, tokens, path]: &[String; 4]| {
                let tokens: u64 = tokens.parse().unwrap_or(0);
                serde_json::json!({ "set": set, "way": way, "tokens": tokens, "paper": path })
            };
            let rows: Vec<_> = self.rows.iter().map(row).collect();
            return console.json(&serde_json::json!({ "papers": rows }));
        }
        let mut table = Table::new([
            ("questions", Align::Left),
            ("in view", Align::Left),
            ("tokens", Align::Right),
            ("paper", Align::Left),
        ]);
        for [set, way, tokens, path] in &self.rows {
            let tokens = tokens.parse().map_or_else(|_| tokens.clone(), grouped);
            let cells = [set.clone(), way.clone(), tokens, path.clone()];
            table.row(anstyle::Style::new(), cells.to_vec());
        }
        Ok(write!(console.out, "{table}")?)
    }
}
