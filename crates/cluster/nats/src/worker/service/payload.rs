//! What comes in and goes out, within limits.

use crate::link::LARGEST_JOB;
use crate::messages::{AnswerMessage, CheckMessage, written};
use crate::names::is_name;
use crate::worker::orders::Limits;
use crate::worker::puller::Pulled;
use eldest_prove::{Job, JobEnd, JobReport};

/// Room that the rest of a message takes.
pub(super) const ENVELOPE: usize = 1024;

/// A job that was handed out so often and never answered is too much for its workers.
const MOST_DELIVERIES: i64 = 10;
/// More facts are not told.
const MOST_FACTS: u16 = 4096;

/// The check that has come for this worker alone, within what is allowed; `None` if it is none.
pub(super) fn check(payload: &[u8], limits: &Limits) -> Option<CheckMessage> {
    let most = LARGEST_JOB + ENVELOPE;
    let check: CheckMessage =
        serde_json::from_slice(payload.get(..most.min(payload.len()))?).ok()?;
    let is_sound = is_name(&check.token) && check.job.afresh && check.job.facts == 0;
    let budget = check.job.budget.min(limits.most_nodes);
    is_sound.then(|| CheckMessage { job: check.job.with(|job| job.budget = budget), ..check })
}

/// The job that has come, within what is allowed; or why it is none.
pub(super) fn readable(pulled: &Pulled, limits: &Limits) -> Result<Job, String> {
    let payload = &pulled.delivery.payload;
    if payload.len() > LARGEST_JOB {
        return Err(format!(
            "the job takes {} bytes; expected {LARGEST_JOB} at most",
            payload.len()
        ));
    }
    let deliveries = pulled.delivery.info().map_or(0, |info| info.delivered);
    if deliveries > MOST_DELIVERIES {
        return Err(format!(
            "{MOST_DELIVERIES} workers have taken the job, and none has answered it"
        ));
    }
    let job: Job =
        serde_json::from_slice(payload).map_err(|error| format!("this is no job: {error}"))?;
    Ok(job.with(|job| {
        job.budget = job.budget.min(limits.most_nodes);
        job.facts = job.facts.min(MOST_FACTS);
    }))
}

/// As it travels: what may be left out is, if it is more than `most` bytes.
pub(super) fn within(mut answer: AnswerMessage, most: usize) -> Vec<u8> {
    loop {
        let payload = written(&answer);
        if payload.len() <= most {
            return payload;
        }
        let left = answer.outcome.facts.len();
        if left > 0 {
            answer.outcome.facts.truncate(left / 2);
        } else if !answer.outcome.order.is_empty() {
            answer.outcome.order.clear();
        } else {
            let reason = format!("the answer takes more than {most} bytes");
            answer.outcome = JobReport::nothing(JobEnd::Failed(reason));
        }
    }
}
