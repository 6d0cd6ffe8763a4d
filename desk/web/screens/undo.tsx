import { RecentChanges } from "../recent-changes.tsx";
import { ListState, ScreenFrame } from "../screen-parts.tsx";
import { undoList } from "#contract/operator-results.ts";
import { useView } from "../use-view.ts";

/** Lists the changes to choose from. The generated form would ask for a change number, which users do not know. */
export default function UndoScreen() {
  const { data, error, isLoading } = useView(undoList);
  return (
    <ScreenFrame title="Recent changes" lead="Each change that can be undone has a button, for thirty days.">
      <ListState count={data?.length} empty="There are no recent changes." {...{ error, isLoading }} />
      {data && <RecentChanges changes={data} title="Changes" most={20} />}
    </ScreenFrame>
  );
}
