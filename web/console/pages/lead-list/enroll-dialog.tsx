import { api } from "../../app/api.ts";
import { useBrokerageId } from "../../app/brokerage.ts";
import { Empty } from "../../components/empty.tsx";
import { SelectField } from "../../components/field.tsx";
import { Loading } from "../../components/loading.tsx";
import { BulkDialog, type BulkDialogProps } from "./bulk-dialog.tsx";
import { countText } from "./edit-leads.ts";

/** Puts the leads on a drip sequence, whose first step waits until the edit can no longer be undone. */
export function EnrollDialog(props: BulkDialogProps) {
  const brokerage_id = useBrokerageId();
  const choices = api.useQuery("get", "/api/v1/admin/drips", { params: { query: { brokerage_id } } });
  const sequences = choices.data?.items.filter(({ active }) => active);
  return (
    <BulkDialog
      {...props}
      title={`Enroll ${countText(props.leadIds.length)} in a drip`}
      label="Enroll"
      choices={choices}
      editOf={(form) => {
        const sequence = sequences?.find(({ id }) => String(id) === form.get("sequence_id"));
        return {
          input: { action: "enroll", sequence_id: sequence?.id },
          titleOf: (done) => `${countText(done)} enrolled in ${sequence?.name}`,
        };
      }}
    >
      {(refused) =>
        !sequences ? (
          !choices.error && <Loading />
        ) : sequences.length === 0 ? (
          <Empty title="There is no active drip." />
        ) : (
          <SelectField
            name="sequence_id"
            label="Drip"
            error={refused}
            options={sequences.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
        )
      }
    </BulkDialog>
  );
}
