//! Runs the models of the library under every interleaving of their threads.

mod explore;

use eldest_loom::models;
use explore::{holds, is_rejected};

mod table {
    use super::models::table::*;
    use super::{holds, is_rejected};

    #[test]
    fn a_slot_gives_what_was_stored_or_nothing() {
        holds(Some(2), two_positions_share_a_slot);
        holds(Some(2), two_findings_about_one_position);
        holds(Some(2), two_positions_share_a_word);
    }

    #[test]
    fn a_plain_key_returns_what_was_never_stored() {
        is_rejected("never stored", wrong_with_a_plain_key);
    }

    #[test]
    fn no_order_of_a_read_and_a_write_is_left_out() {
        is_rejected("the other order", wrong_if_only_one_order_is_tried);
    }
}

mod control {
    use super::models::control::*;
    use super::{holds, is_rejected};

    #[test]
    fn a_stop_is_never_lost() {
        holds(None, thrown_while_hung_up);
        is_rejected("the stop is lost", wrong_without_a_second_look);
    }

    #[test]
    fn a_thread_that_has_stopped_a_search_finds_it_stopped() {
        holds(None, thrown_from_two_sides);
        is_rejected("not thrown yet", wrong_with_the_list_taken);
    }

    #[test]
    fn a_thread_that_sees_a_stop_sees_where_it_comes_from() {
        holds(None, seen_from_below_to_above);
        is_rejected("only the lower one is thrown", wrong_thrown_upwards);
    }

    #[test]
    fn the_first_reason_is_the_reason() {
        holds(None, the_first_reason_stays);
        is_rejected("the reason changes", wrong_thrown_before_the_reason);
    }
}

mod sync {
    use super::models::sync::*;
    use super::{holds, is_rejected};

    #[test]
    fn a_thread_that_ends_keeps_no_job() {
        holds(None, a_late_job_is_run_or_dropped);
        is_rejected("the job is kept", wrong_without_a_look_at_the_end);
    }
}

mod outcome {
    use super::models::outcome::*;
    use super::{holds, is_rejected};

    #[test]
    fn a_waiter_for_a_search_is_notified() {
        holds(None, the_end_is_received);
        holds(None, the_end_is_received_in_time);
        is_rejected("deadlock", wrong_without_waking);
    }
}

mod split_point {
    use super::models::parallel::*;
    use super::{holds, is_rejected};

    #[test]
    fn an_owner_takes_over_what_all_have_found() {
        holds(None, nothing_is_lost);
        is_rejected("a sibling is not finished", wrong_owner_does_not_wait);
        is_rejected("deadlock", wrong_brother_is_forgotten);
    }

    #[test]
    fn cutoffs_and_stops_end_all() {
        holds(None, a_cutoff_ends_all);
        holds(None, a_stop_from_above_ends_all);
        is_rejected("no value, and no stop", wrong_given_up_before_reported);
    }
}

mod parking {
    use super::models::parallel::*;
    use super::{holds, is_rejected};

    #[test]
    fn helpers_and_work_meet() {
        holds(Some(4), a_helper_and_work_meet);
        is_rejected("deadlock", wrong_helper_looks_first);
        is_rejected("deadlock", wrong_worker_looks_first);
    }

    #[test]
    fn waiting_owners_and_work_below_meet() {
        holds(Some(4), an_owner_and_work_below_meet);
        holds(None, an_owner_that_is_asked_too_late_declines);
        is_rejected("deadlock", wrong_owner_looks_first);
    }

    #[test]
    fn askers_and_news_meet() {
        holds(None, an_asker_and_news_meet);
        is_rejected("deadlock", wrong_asker_looks_first);
    }

    #[test]
    fn an_asker_takes_one_place() {
        holds(None, an_asker_that_is_called_meanwhile_takes_one_place);
        is_rejected("a place is lost", wrong_asker_keeps_a_place);
    }

    #[test]
    fn a_late_call_delays_no_worker() {
        holds(Some(4), every_helper_returns);
    }

    #[test]
    #[ignore = "takes half a minute; .ci/outer runs it"]
    fn all_of_them_meet_in_every_order() {
        holds(None, a_helper_and_work_meet);
        holds(None, an_owner_and_work_below_meet);
        holds(None, every_helper_returns);
    }
}

mod search {
    use super::holds;
    use super::models::parallel::*;

    #[test]
    fn two_search_together() {
        holds(Some(3), two_find_the_value);
        holds(Some(2), two_are_stopped);
    }
}
