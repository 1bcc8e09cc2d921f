//! Limits on incoming jobs and outgoing answers.

use crate::link::LARGEST_JOB;
use crate::messages::{AnswerMessage, CheckMessage, written};
use crate::names::is_name;
use crate::worker::assignment::Limits;
use crate::worker::puller::Pulled;
use eldest_prove::{Job, JobEnd, JobReport};

/// Room for the parts of a message besides its job or answer.
pub(super) const ENVELOPE: usize = 1024;

/// A job fails after this many deliveries without an answer.
const MOST_DELIVERIES: i64 = 10;
/// The most facts per answer.
const MOST_FACTS: u16 = 4096;

/// Reads a check, and limits its budget; `None` if it is invalid.
pub(super) fn check(payload: &[u8], limits: &Limits) -> Option<CheckMessage> {
    let most = LARGEST_JOB + ENVELOPE;
    let check: CheckMessage =
        serde_json::from_slice(payload.get(..most.min(payload.len()))?).ok()?;
    let is_sound = is_name(&check.token) && check.job.afresh && check.job.facts == 0;
    let budget = check.job.budget.min(limits.most_nodes);
    is_sound.then(|| CheckMessage { job: check.job.with(|job| job.budget = budget), ..check })
}

/// Reads a job, and limits its budget and facts; fails with the reason if it is invalid.
pub(super) fn readable(pulled: &Pulled, limits: &Limits) -> Result<Job, String> {
    let payload = &pulled.delivery.payload;
    if payload.len() > LARGEST_JOB {
        return Err(format!(
            "the job takes {} bytes; expected at most {LARGEST_JOB}",
            payload.len()
        ));
    }
    let deliveries = pulled.delivery.info().map_or(0, |info| info.delivered);
    if deliveries > MOST_DELIVERIES {
        return Err(format!("{MOST_DELIVERIES} workers have taken the job, and none has answered"));
    }
    let job: Job =
        serde_json::from_slice(payload).map_err(|error| format!("this is not a job: {error}"))?;
    Ok(job.with(|job| {
        job.budget = job.budget.min(limits.most_nodes);
        job.facts = job.facts.min(MOST_FACTS);
    }))
}

/// Encodes an answer in at most `most` bytes: drops facts, then the move order; an answer that is
/// still too large becomes a failure.
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
