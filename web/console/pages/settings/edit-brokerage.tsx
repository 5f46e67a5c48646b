import type { ReactNode } from "react";
import { client } from "../../app/api.ts";
import type { ApiError } from "../../app/api-error.ts";
import { useMay } from "../../app/me.ts";
import { useOwnBrokerageId } from "../../app/own-brokerage.ts";
import { queries } from "../../app/queries.ts";
import { useVersioned, type Versioned, versioned } from "../../app/versioned.ts";
import { EditForm } from "../../components/edit-form.tsx";
import { ErrorNotice } from "../../components/error-notice.tsx";
import { Loading } from "../../components/loading.tsx";
import { type Brokerage, saveBrokerage } from "./save-brokerage.ts";

type EditBrokerageProps = {
  read: (form: FormData) => Partial<Brokerage>;
  onInput?: (form: FormData) => void;
  children: (record: Brokerage, error: ApiError | null) => ReactNode;
};

/** A form of some fields of the brokerage. */
export function EditBrokerage(props: EditBrokerageProps) {
  const brokerage_id = useOwnBrokerageId();
  if (brokerage_id === undefined) return <Loading />;
  return <EditOneBrokerage key={brokerage_id} brokerageId={brokerage_id} {...props} />;
}

function EditOneBrokerage({
  brokerageId,
  read,
  onInput,
  children,
}: EditBrokerageProps & { brokerageId: number }) {
  const isAdmin = useMay()("updateBrokerage");
  const readOne = async (): Promise<Versioned<Brokerage>> =>
    versioned(
      await client.GET("/api/admin/brokerages/{brokerage_id}", {
        params: { path: { brokerage_id: brokerageId } },
      }),
    );
  const { data, error, refetch, readAgain } = useVersioned(
    ["versioned", "/api/admin/brokerages/{brokerage_id}", brokerageId],
    readOne,
  );
  if (error && !data) return <ErrorNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <EditForm
      stored={data}
      read={read}
      save={async (changes, etag) => {
        await saveBrokerage({ id: brokerageId, changes, etag, isAdmin });
        void queries.invalidateQueries({ queryKey: ["get", "/api/admin/brokerages"] });
        return readAgain();
      }}
      readAgain={readAgain}
      saved="The website shows the change"
      onInput={onInput}
    >
      {children}
    </EditForm>
  );
}
