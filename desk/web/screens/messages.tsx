import type { DataOf } from "#contract/command-data.ts";
import { formatDateTime } from "#contract/dates.ts";
import { messagesList } from "#shop/contact/command-results.ts";
import { Badge } from "#ui/badge.tsx";
import { ChangeButton } from "../changeable.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { NamedButton } from "../named-button.tsx";
import { getCustomerHref } from "../router.ts";
import { Acts, Entries, Entry, ListState, ScreenFrame, ShowMore, Small } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import styles from "./people.module.css";

type ListedMessage = DataOf<typeof messagesList>[number];

const groups = { "": "To answer", all: "All" } as const;

export default function MessagesScreen() {
  const { words, group, filter, most, setMost } = useListQuery(25);
  const { data, error, isLoading, isPlaceholderData } = useView({
    ...messagesList,
    options: {
      limit: String(most + 1),
      ...(group === "all" && { all: "on" }),
      ...(words !== "" && { search: words }),
    },
  });
  return (
    <ScreenFrame title="Messages">
      <ListFilter of="messages" placeholder="Name, e-mail or words" groups={groups} {...filter} />
      <ListState
        count={data?.length}
        empty={
          words ? "No message matches." : group ? "There are no messages." : "All messages are answered."
        }
        {...{ error, isLoading }}
      />
      <Entries isBusy={isPlaceholderData}>
        {data?.slice(0, most).map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </Entries>
      <ShowMore count={data?.length} most={most} onChange={setMost} text="Show more" />
    </ScreenFrame>
  );
}

const NO_TEXT = "(no text)";

export function Message({ message: received }: { message: ListedMessage }) {
  const { id, name, email, message, receivedAt, answeredAt, answer, isOverdue } = received;
  return (
    <Entry
      head={
        <>
          <a href={getCustomerHref(email)} className="medium">
            {name}
          </a>
          {isOverdue && <Badge tone="danger">Overdue</Badge>}
          {answeredAt !== null && <Badge tone="success">Answered</Badge>}
          <Small>
            {email}, {formatDateTime(receivedAt)}
          </Small>
        </>
      }
    >
      <p className={styles.words}>{message || NO_TEXT}</p>
      {answer !== null && <p className={styles.answer}>{answer}</p>}
      {answeredAt === null && (
        <Acts>
          <ChangeButton
            of={name}
            title={`Answer ${name}`}
            above={
              <div className="stack gap-3">
                <a href={`/orders?search=${encodeURIComponent(email)}`} target="_blank" rel="noreferrer">
                  Orders of {name}
                </a>
                <blockquote className={styles.quote}>{message || NO_TEXT}</blockquote>
              </div>
            }
            name="messages"
            known={{ id }}
            asked={["words"]}
            needed={["words"]}
            asksBelow
            label="Send"
          >
            Answer
          </ChangeButton>
          <NamedButton
            name="messages"
            text="Mark as answered"
            of={`: ${name}`}
            values={{ id, elsewhere: "on" }}
          />
        </Acts>
      )}
    </Entry>
  );
}
