import { type Change, ChangedLately } from "../changed-lately.tsx";
import { ScreenFrame, ViewState } from "../screen-parts.tsx";
import { useView } from "../use-view.ts";

/** What can be taken back, of goods, pages and offers: in the place of the command's form, which asks for a number. */
export default function UndoScreen() {
  const { data, error, isLoading } = useView<Change[]>({ noun: "changes", verb: "list" });
  return (
    <ScreenFrame title="Undo" lead="What is changed in the shop can be taken back for thirty days.">
      {!data && <ViewState error={error} isLoading={isLoading} />}
      {data?.length === 0 && <p role="status">Nothing was changed lately.</p>}
      {data && <ChangedLately changes={data} />}
    </ScreenFrame>
  );
}
