import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#client/api.ts";
import { useTask } from "#client/use-task.ts";
import { Button } from "#ui/button.tsx";
import { FailureNotice } from "#ui/failure-notice.tsx";
import { SkeletonText } from "#ui/skeleton.tsx";
import { toastSuccess } from "#ui/toast.ts";
import { changeSubscription, readSubscription } from "../endpoints.ts";
import { newsletterMessages } from "../newsletter.ts";

const KEY = ["newsletter"] as const;

export function NewsletterSetting() {
  const client = useQueryClient();
  const state = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(readSubscription, {}, signal),
  });
  const { busy, run } = useTask();
  const change = async (subscribed: boolean) => {
    if (busy !== null) return;
    await run(subscribed ? "subscribe" : "unsubscribe", newsletterMessages.notChanged, async () => {
      const changed = await call(changeSubscription, { body: { subscribed } });
      client.setQueryData(KEY, changed);
      toastSuccess(changed.message);
    });
  };
  if (state.isPending) return <SkeletonText lines={2} />;
  if (state.isError)
    return <FailureNotice onRetry={state.refetch}>{newsletterMessages.notKnown}</FailureNotice>;
  const { subscribed } = state.data;
  return (
    <>
      <p role="status">{describe(subscribed)}</p>
      <div className="row wrap gap-4">
        {subscribed !== true && (
          <Button variant="secondary" busy={busy === "subscribe"} onClick={() => void change(true)}>
            Subscribe
          </Button>
        )}
        {subscribed !== false && (
          <Button
            variant={subscribed === true ? "secondary" : "quiet"}
            busy={busy === "unsubscribe"}
            onClick={() => void change(false)}
          >
            Unsubscribe
          </Button>
        )}
      </div>
    </>
  );
}

function describe(subscribed: boolean | null): string {
  if (subscribed === null) return newsletterMessages.either;
  return subscribed ? newsletterMessages.isSubscribed : newsletterMessages.isUnsubscribed;
}
