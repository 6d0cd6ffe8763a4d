import { ChangeButton } from "../changeable.tsx";
import { DataTable } from "../data-table.tsx";
import { ListFilter, useListQuery } from "../list-filter.tsx";
import { NamedButton } from "../named-button.tsx";
import { PrintButton } from "../print-button.tsx";
import { ListState, ScreenFrame, ShowMore, Small } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";
import { synonymList } from "#shop/catalogue/command-results.ts";

const FIRST_PAGE = 50;

export default function SynonymsScreen() {
  const { words: search, filter, most, setMost } = useListQuery(FIRST_PAGE);
  const { data, error, isLoading } = useView(synonymList);
  const found = data?.filter(({ words, means }) =>
    [words, ...means].some((each) => each.includes(search.toLowerCase())),
  );
  return (
    <ScreenFrame
      title="Search words"
      lead="If shoppers use other words than your products, say here what the words mean. Your own words are listed first."
      actions={
        <>
          <ChangeButton
            title="New search words"
            name="synonyms"
            known={{}}
            asked={["words", "means"]}
            label="Add"
            variant="primary"
          >
            Add search words
          </ChangeButton>
          <PrintButton verb="synonyms" options={{ export: "synonyms.json" }}>
            Export yours
          </PrintButton>
        </>
      }
    >
      <ListFilter of="search words" placeholder="A word" groups={{}} {...filter} />
      <ListState count={found?.length} empty="No words match." {...{ error, isLoading }} />
      {found && found.length > 0 && (
        <DataTable
          title="Search words, your own first"
          columns={["Shoppers type", "The search also finds", ""]}
          isWordy
          rows={found.slice(0, most).map(({ words, means, isOwn }) => ({
            key: words,
            cells: [
              <>
                {words}
                {isOwn && <Small>yours</Small>}
              </>,
              means.join(", ") || "nothing else (removed)",
              <>
                <ChangeButton
                  of={words}
                  title={words}
                  name="synonyms"
                  known={{ words, means: means.join(", ") }}
                  asked={["means"]}
                  variant="quiet"
                />
                {means.length > 0 && (
                  <NamedButton name="synonyms" text="Remove" of={words} values={{ words, remove: "on" }} />
                )}
              </>,
            ],
          }))}
        />
      )}
      <ShowMore count={found?.length} most={most} onChange={setMost} text="Show more" />
    </ScreenFrame>
  );
}
