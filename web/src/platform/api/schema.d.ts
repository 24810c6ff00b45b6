// Written by `npm run api` from api/openapi.json; do not edit.
export interface paths {
    "/api/admin/accounts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAccounts"];
        put?: never;
        post: operations["openAccountForCompany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/plan/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getAccountPlan"];
        put: operations["grantAccountPlan"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/resume/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/accounts/{id}/suspend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["suspendAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/billing/seller/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSeller"];
        put: operations["updateSeller"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/health/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPlatformHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFailedJobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/jobs/{id}/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryFailedJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mail/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listKeptMails"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mail/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadKeptMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/mail/{id}/message/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["readKeptMail"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/plans/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAllPlans"];
        put?: never;
        post: operations["createPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/admin/plans/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["updatePlan"];
        trace?: never;
    };
    "/api/allotment/blocks/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteBlock"];
        options?: never;
        head?: never;
        patch: operations["updateBlock"];
        trace?: never;
    };
    "/api/allotment/calendars/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCalendars"];
        put?: never;
        post: operations["createCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete: operations["deleteCalendar"];
        options?: never;
        head?: never;
        patch: operations["updateCalendar"];
        trace?: never;
    };
    "/api/allotment/calendars/{id}/blocks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBlocks"];
        put?: never;
        post: operations["createBlocks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/bulk/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["bulkUpdateDays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/daily/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listDays"];
        put?: never;
        post: operations["updateDay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/daily/batch/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["batchUpdateDays"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/day-breakdown/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getDayBreakdown"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/grid/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCalendarGrid"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/pdf/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadCalendarPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/pdf/send-mail/{list_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mailCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/pull-contract/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["pullRateContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/send-partner/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mailCalendarToPartner"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/calendars/{id}/timeline/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCalendarTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/partner-contracts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContractsForCalendars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/property/{property_id}/pdf/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadMasterCalendarPdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/property/{property_id}/pdf/send-mail/{list_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["mailMasterCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/rate-contracts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRateContractsForCalendars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/allotment/shares/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listShares"];
        put?: never;
        post: operations["createShare"];
        delete: operations["deleteShareByQuery"];
        options?: never;
        head?: never;
        patch: operations["updateShareByQuery"];
        trace?: never;
    };
    "/api/allotment/shares/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getShare"];
        put?: never;
        post?: never;
        delete: operations["deleteShare"];
        options?: never;
        head?: never;
        patch: operations["updateShare"];
        trace?: never;
    };
    "/api/auth/authorized-users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSubUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/authorized-users/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSubUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/authorized-users/{id}/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteSubUser"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/authorized-users/{id}/permissions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSubUserPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/authorized-users/{id}/update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateSubUser"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/authorized-users/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSubUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/check-token/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["checkToken"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/email/resend/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resendEmailConfirmation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/heartbeat/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendHeartbeat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/login/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["logIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/logout/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["logOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/change/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/password/reset/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/permissions/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSubUserPermissions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/permissions/update/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateSubUserPermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/profile/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/register/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["registerAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/session/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sessions/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/einvoice/{invoice_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadEInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/einvoice/export/csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportInvoicesCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/einvoice/import/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importEInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/einvoice/inbox/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImportedEInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/einvoice/inbox/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getImportedEInvoice"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/einvoice/inbox/{id}/link/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["linkImportedEInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/einvoice/profile/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEInvoiceProfile"];
        put: operations["updateEInvoiceProfile"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/cities/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchCities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/countries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCountries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/currencies/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCurrencies"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/options/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOptionLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/options/{list}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/states/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listStates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/external/widget/{public_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["showWidget"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/download-facts/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadFactSheet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/download-photos/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadGallery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/fact-schemas/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFactCategories"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/fact-schemas/{category}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFactSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/init-facts-info/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFactsProgress"];
        put?: never;
        post: operations["initialiseFacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/last-publish-date/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getLastPublishDate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/partners-photos/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPublishedPhotosForPartners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/properties/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listProperties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/properties/search/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["searchProperties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getProperty"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/{id}/facts/{category}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFacts"];
        put?: never;
        post: operations["saveFacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/{id}/facts/{category}/{record_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteFactRecord"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/{id}/gallery/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPhotos"];
        put?: never;
        post: operations["addPhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/{id}/gallery/{photo_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deletePhoto"];
        options?: never;
        head?: never;
        patch: operations["updatePhoto"];
        trace?: never;
    };
    "/api/info/property/{id}/gallery/order/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["orderPhotos"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/{id}/publish/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/{id}/publish/{type}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPublishedFactSheet"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/{id}/publish/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["submitFactSheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createProperty"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/delete/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteProperty"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/property/update/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateProperty"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/publish/pending/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPendingSubmissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/publish/pending/{id}/approve/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approveSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/publish/pending/{id}/decline/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["declineSubmission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/publish/pending/{id}/preview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["previewSubmission"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/published-partners/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPublishedFactsForPartners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/send-facts/{list_id}/sheet/{prop_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mailFactSheet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/send-photos/{list_id}/acc/{prop_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["mailGallery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/info/shared-photos/{link}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadSharedGallery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInvoice"];
        put?: never;
        post?: never;
        delete: operations["deleteInvoice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/clearing/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["clearInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/dispute/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["disputeInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/download/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadInvoicePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/duplicate/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["duplicateInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/mark-paid/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markInvoicePaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/send-reminder/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendInvoiceReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/send/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/{id}/update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateInvoice"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/invoices/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/stats/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInvoiceStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/templates/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listInvoiceTemplates"];
        put?: never;
        post: operations["createInvoiceTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/invoicing/templates/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getInvoiceTemplate"];
        put: operations["updateInvoiceTemplate"];
        post?: never;
        delete: operations["deleteInvoiceTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/live/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["watchChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/announce-app/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAnnouncements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/announce-app/{id}/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteAnnouncement"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/announce-app/{id}/update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateAnnouncement"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/announce-app/all/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAllAnnouncements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/announce-app/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createAnnouncement"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/notification/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/notification/count/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["countUnreadNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/notification/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["dismissNotifications"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/notification/notification/edit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["markNotificationRead"];
        trace?: never;
    };
    "/api/notification/notification/mark-all-read/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["markAllNotificationsRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAvailablePartners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/check-facts/{prop_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["checkFactsAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contract/contractVersion/{version_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["decideAmendment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContracts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getContract"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/{id}/accept/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["acceptContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/{id}/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["cancelContract"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/{id}/permissions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getContractPermissions"];
        put: operations["updateContractPermissions"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/{id}/reject/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rejectContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/{id}/update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["amendContract"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/{id}/versions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContractVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/contracts/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/discover/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["discoverPartners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/facts-access/{contract_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["checkContractAccess"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/invitations/join/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["joinByInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/my-partners/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPartners"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/override-approvals/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listOverrideRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/override-approvals/{id}/approve/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["approveOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/override-approvals/{id}/decline/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["declineOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/override-facts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listFactOverrides"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/override-facts/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteFactOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/override-facts/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["saveFactOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/override-facts/get/{prop_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getFactOverrides"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/partners-properties/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSharedProperties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/properties/{contract_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContractProperties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/rate-contracts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRateContracts"];
        put?: never;
        post: operations["createRateContract"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/partners/rate-contracts/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRateContract"];
        put?: never;
        post?: never;
        delete: operations["deleteRateContract"];
        options?: never;
        head?: never;
        patch: operations["updateRateContract"];
        trace?: never;
    };
    "/api/partners/waiting-properties/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAwaitedProperties"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/billing-address/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBillingAddress"];
        put: operations["updateBillingAddress"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/cards/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listCards"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/cards/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteCard"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/cards/set-primary/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["setPrimaryCard"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/history/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBillingHistory"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/invoice/{invoice_number}/download/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadBill"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/overview/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBillingOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/plans/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPlans"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/stripe/attach-method/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["attachPaymentMethod"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/stripe/payment-intent/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createPaymentIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/stripe/setup-intent/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createSetupIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/stripe/webhook/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["receiveStripeEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/subscription/auto-renew/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["setAutoRenewal"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/subscription/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/subscription/renew-now/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["renewSubscriptionNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/subscription/resume/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["resumeSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/subscription/upgrade/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["changeSubscription"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/payments/verify-payment/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["verifyPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/activity/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listActivity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/api-stats/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApiKeyStats"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/api-stats/export/csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportApiKeyStatsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/api-stats/summary/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApiKeyStatsSummary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/availability/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getOccupancyReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/reports/availability/export/csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportOccupancyReportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/entries/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRoomingEntry"];
        put?: never;
        post?: never;
        delete: operations["deleteRoomingEntry"];
        options?: never;
        head?: never;
        patch: operations["updateRoomingEntry"];
        trace?: never;
    };
    "/api/rooming/entries/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelRoomingEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/entries/{id}/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmRoomingEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/entries/{id}/decline/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["declineRoomingEntry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/ledgers/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRoomingLedgers"];
        put?: never;
        post: operations["createRoomingLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/ledgers/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRoomingLedger"];
        put?: never;
        post?: never;
        delete: operations["deleteRoomingLedger"];
        options?: never;
        head?: never;
        patch: operations["updateRoomingLedger"];
        trace?: never;
    };
    "/api/rooming/ledgers/{id}/cancel/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["cancelRoomingLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/ledgers/{id}/close/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["closeRoomingLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/ledgers/{id}/confirm/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["confirmRoomingLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/ledgers/{id}/decline/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["declineRoomingLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/ledgers/{id}/entries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRoomingEntries"];
        put?: never;
        post: operations["addRoomingEntries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/ledgers/{id}/invoice/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["invoiceRoomingLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/rooming/ledgers/{id}/send/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["sendRoomingLedger"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/account/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPersonalSettings"];
        put: operations["updatePersonalSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/api-key/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/api-key/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/api-key/delete/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/api-key/rotate/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/api-key/update/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateApiKey"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/api-keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/audit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/company/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCompany"];
        put: operations["updateCompany"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/company/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCompanySettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/contacts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/contacts/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getContact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/contacts/{id}/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/contacts/{id}/update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateContact"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/contacts/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/contacts/import/csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importContactsCsv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/mailing-lists/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listMailingLists"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/mailing-lists/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getMailingList"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/mailing-lists/{id}/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteMailingList"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/mailing-lists/{id}/update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updateMailingList"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/mailing-lists/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createMailingList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/preferences/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/preferences/edit/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put: operations["updatePreferences"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/whitelists/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWhitelistedDomains"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/whitelists/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addWhitelistedDomain"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/whitelists/delete/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteWhitelistedDomain"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/settings/widget/{property_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWidget"];
        put?: never;
        post?: never;
        delete: operations["deleteWidget"];
        options?: never;
        head?: never;
        patch: operations["updateWidget"];
        trace?: never;
    };
    "/api/settings/widget/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createWidget"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/{hotel_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @deprecated */
        get: operations["getLegacyStopSaleCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/event/{id}/delete/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @deprecated */
        delete: operations["deleteLegacyStopSaleEvent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/event/{id}/update/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** @deprecated */
        put: operations["updateLegacyStopSaleEvent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/event/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @deprecated */
        post: operations["createLegacyStopSaleEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/partner-availability/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @deprecated */
        get: operations["exportLegacyStopSaleRanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/pdf/{hotel_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @deprecated */
        get: operations["downloadLegacyStopSalePdf"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/pdf/{hotel_id}/send-mail/{mailing_list_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @deprecated */
        post: operations["mailLegacyStopSalePdf"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/save/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @deprecated */
        post: operations["saveLegacyStopSaleRooms"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/sources/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @deprecated */
        get: operations["listLegacyStopSaleSources"];
        put?: never;
        /** @deprecated */
        post: operations["createLegacyStopSaleSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/stop-sale/StopSale-Export/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @deprecated */
        get: operations["exportLegacyStopSaleDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/availability/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/event-codes/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getEventCodes"];
        put: operations["updateEventCodes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/mappings/export/csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportMappingsCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/mappings/import/csv/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importMappingsCsv"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/mappings/properties/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listPropertyMappings"];
        put?: never;
        post: operations["savePropertyMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/mappings/properties/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPropertyMapping"];
        put?: never;
        post?: never;
        delete: operations["deletePropertyMapping"];
        options?: never;
        head?: never;
        patch: operations["updatePropertyMapping"];
        trace?: never;
    };
    "/api/tour-operator/mappings/rooms/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listRoomMappings"];
        put?: never;
        post: operations["saveRoomMapping"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/mappings/rooms/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getRoomMapping"];
        put?: never;
        post?: never;
        delete: operations["deleteRoomMapping"];
        options?: never;
        head?: never;
        patch: operations["updateRoomMapping"];
        trace?: never;
    };
    "/api/tour-operator/mappings/unmapped/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listUnmapped"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/photos/{property_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getPhotoSelection"];
        put: operations["updatePhotoSelection"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/photos/{property_id}/own/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["addOwnPhoto"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/tour-operator/photos/{property_id}/own/{photo_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete: operations["deleteOwnPhoto"];
        options?: never;
        head?: never;
        patch: operations["updateOwnPhoto"];
        trace?: never;
    };
    "/api/tour-operator/properties/{prop_id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getCatalogueProperty"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/allotment-stop-sale/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportAvailability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alpinebits/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["exchangeAlpineBits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/facts/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportFacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/connections/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listConnections"];
        put?: never;
        post: operations["createConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/connections/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getConnection"];
        put?: never;
        post?: never;
        delete: operations["deleteConnection"];
        options?: never;
        head?: never;
        patch: operations["updateConnection"];
        trace?: never;
    };
    "/api/v1/integrations/connections/{id}/sync-logs/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listSyncLogs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/connections/{id}/sync/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["syncConnection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/export/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportAvailabilityRows"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/exports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listBulkExports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/exports/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getBulkExport"];
        put?: never;
        post?: never;
        delete: operations["deleteBulkExport"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/exports/create/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["createBulkExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/exports/download/{link}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["downloadBulkExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/import/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["importAvailability"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/imports/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listImports"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/imports/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getImport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/inbound/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["receiveAdapterRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhooks"];
        put?: never;
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/integrations/webhooks/{id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/{id}/replay/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookReplay"];
        put?: never;
        post: operations["replayWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/{id}/rotate-secret/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/{id}/test/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/deliveries/{id}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["getWebhookDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/integrations/webhooks/deliveries/{id}/retry/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["retryWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/invoices/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportInvoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/photos/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportPhotos"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rooming/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["exportRoomingLedgers"];
        put?: never;
        post: operations["submitRoomingList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/stop-sale/{token}/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @deprecated */
        get: operations["exportLegacyStopSales"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/test-call/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["tryPartnerApi"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Activity: {
            /** @enum {string} */
            action: "created" | "sent" | "viewed" | "disputed" | "cleared" | "paid" | "cancelled" | "reminder_sent";
            detail: string;
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            timestamp: string;
            /** Format: int64 */
            user: number | null;
        };
        ActivityBody: {
            days: components["schemas"]["ActivityDay"][];
            /** Format: date */
            from: string;
            latest: components["schemas"]["ActivityEntry"][];
            objects: components["schemas"]["ActivityObject"][];
            /** Format: date */
            to: string;
            /** Format: int64 */
            total: number;
            users: components["schemas"]["ActivityByUser"][];
        };
        ActivityByUser: {
            /** Format: int64 */
            count: number;
            user: components["schemas"]["ActivityUser"] | null;
        };
        ActivityDay: {
            /** Format: int64 */
            count: number;
            /** Format: date */
            date: string;
        };
        ActivityEntry: {
            action: string;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            id: number;
            object_id: string;
            object_type: string;
            user: components["schemas"]["ActivityUser"] | null;
        };
        ActivityObject: {
            /** Format: int64 */
            count: number;
            object_type: string;
        };
        ActivityUser: {
            email: string | null;
            /** Format: int64 */
            id: number;
        };
        AddressScheme: {
            code: string;
            name: string;
        };
        AddShareRequestBody: {
            /** Format: int64 */
            donor_room: number;
            /** Format: date */
            end_date?: string | null;
            readonly id?: unknown;
            is_active?: boolean;
            /** Format: int64 */
            max_units: number;
            /** @default false */
            open_while_borrowing: boolean;
            /** Format: int64 */
            property: number;
            /** Format: int64 */
            recipient_room: number;
            /** Format: date */
            start_date?: string | null;
        };
        AddToWhitelistRequestBody: {
            /** Format: int64 */
            api_key: number;
            readonly created_at?: unknown;
            domain: string;
            readonly id?: unknown;
        };
        Allocation: {
            /** Format: int64 */
            block_id: number;
            /** Format: int64 */
            calendar_id: number;
            calendar_name: string;
            /** Format: date */
            from: string;
            /** Format: int64 */
            quantity: number;
            /** @enum {string} */
            source: "manual" | "contract";
            /** Format: date */
            to: string;
        };
        AllotmentBlockInput: {
            readonly calendar?: unknown;
            /** Format: date */
            end_date: string;
            readonly id?: unknown;
            /** Format: int64 */
            quantity: number;
            /** Format: int64 */
            release_days?: number;
            /** Format: int64 */
            room: number;
            readonly source?: unknown;
            /** Format: date */
            start_date: string;
        };
        AllotmentDayBody: {
            /** Format: int64 */
            calendar: number;
            /** Format: int64 */
            closed: number;
            /** Format: int64 */
            confirmed: number;
            /** Format: date */
            date: string;
            note: string;
            /** @enum {string|null} */
            reason: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** Format: int64 */
            room: number;
            /** Format: int64 */
            rooming: number;
            /** @enum {string|null} */
            status: "free" | "open" | "request" | "stop" | "block" | null;
        };
        AllotmentDayInput: {
            add?: {
                /** Format: int64 */
                closed?: number;
                /** Format: int64 */
                confirmed?: number;
            } | null;
            readonly calendar?: unknown;
            /** Format: int64 */
            closed?: number | null;
            /** Format: int64 */
            confirmed?: number | null;
            /** Format: date */
            date: string;
            note?: string | null;
            /** @enum {string|null} */
            reason?: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** Format: int64 */
            room: number;
            readonly rooming?: unknown;
            /** @enum {string|null} */
            status?: "free" | "open" | "request" | "stop" | "block" | null;
            readonly version?: unknown;
            readonly warnings?: unknown;
        };
        Announcement: {
            /** @enum {string} */
            audience: "all" | "accommodation" | "tour_operator";
            body: {
                [key: string]: string;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            level: "info" | "warning" | "maintenance";
            link: string;
            /** Format: date-time */
            starts_at: string;
            title: {
                [key: string]: string;
            };
            /** Format: date-time */
            updated_at: string;
        };
        AnnouncementBody: {
            body: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            level: "info" | "warning" | "maintenance";
            link: string;
            /** Format: date-time */
            starts_at: string;
            title: string;
        };
        AnswerContractRequestBody: {
            readonly accepted_at?: unknown;
            readonly available_actions?: unknown;
            readonly cancelled_at?: unknown;
            readonly changes_requested?: unknown;
            readonly comments?: unknown;
            readonly contract_terms?: unknown;
            readonly created_at?: unknown;
            readonly direction?: unknown;
            readonly id?: unknown;
            readonly initiated_by?: unknown;
            readonly invite_email?: unknown;
            readonly notice_period?: unknown;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly pending_version?: unknown;
            readonly permission_matrix?: unknown;
            readonly proposed_by?: unknown;
            /** Format: int64 */
            revision?: number;
            readonly share_stop_sale_reasons?: unknown;
            readonly ss_deadline?: unknown;
            readonly status?: unknown;
            readonly to_add_its_logo?: unknown;
            readonly to_add_own_photos?: unknown;
            readonly to_allow_on_request?: unknown;
            readonly to_edit_facts?: unknown;
            readonly to_select_photos?: unknown;
            readonly to_special_allotment?: unknown;
            readonly to_sync_ss?: unknown;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
        };
        AnswerRoomingEntryRequestBody: {
            readonly arrival?: unknown;
            readonly available_actions?: unknown;
            readonly board?: unknown;
            readonly created_at?: unknown;
            readonly departure?: unknown;
            readonly guests?: unknown;
            readonly id?: unknown;
            readonly ledger?: unknown;
            readonly note?: unknown;
            reason?: string;
            readonly reference?: unknown;
            readonly room?: unknown;
            readonly room_name?: unknown;
            readonly status?: unknown;
            readonly units?: unknown;
            readonly updated_at?: unknown;
            readonly warnings?: unknown;
        };
        AnswerRoomingLedgerRequestBody: {
            readonly available_actions?: unknown;
            readonly calendar?: unknown;
            readonly counts?: unknown;
            readonly created_at?: unknown;
            readonly entries?: unknown;
            readonly entries_count?: unknown;
            readonly id?: unknown;
            readonly name?: unknown;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly property?: unknown;
            readonly property_name?: unknown;
            reason?: string;
            readonly reference?: unknown;
            readonly status?: unknown;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
            readonly warnings?: unknown;
            readonly written_by?: unknown;
        };
        ApiKeyBody: {
            /** Format: int64 */
            contract: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            created_by: number;
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            last_used_at: string | null;
            name: string;
            permissions: components["schemas"]["ApiKeyPermissions"];
            property_ids: number[];
            suspended_permissions: string[];
            token?: string;
            token_prefix: string;
        };
        ApiKeyPermissions: {
            availability_write: boolean;
            fact_sheet: boolean;
            hotel_photos: boolean;
            invoices: boolean;
            rooming: boolean;
            rooming_write: boolean;
            stop_sale: boolean;
        };
        ApiStatsCounts: {
            /** Format: int64 */
            bytes_transferred: number;
            /** Format: int64 */
            hits_error: number;
            /** Format: int64 */
            hits_ok: number;
        };
        ApiStatsDay: {
            /** Format: int64 */
            bytes_transferred: number;
            /** Format: date */
            date: string;
            /** Format: int64 */
            hits_error: number;
            /** Format: int64 */
            hits_ok: number;
        };
        ApiStatsEndpoint: {
            /** Format: int64 */
            bytes_transferred: number;
            endpoint: string;
            /** Format: int64 */
            hits_error: number;
            /** Format: int64 */
            hits_ok: number;
        };
        ApiStatsKey: {
            /** Format: int64 */
            bytes_transferred: number;
            /** Format: int64 */
            hits_error: number;
            /** Format: int64 */
            hits_ok: number;
            /** Format: int64 */
            key: number;
            key_name: string;
            token_prefix: string;
        };
        ApiStatsRow: {
            /** Format: int64 */
            bytes_transferred: number;
            /** Format: date */
            date: string;
            endpoint: string;
            /** Format: int64 */
            hits_error: number;
            /** Format: int64 */
            hits_ok: number;
            /** Format: int64 */
            key: number;
            key_name: string;
            token_prefix: string;
        };
        ApiStatsSummary: {
            days: components["schemas"]["ApiStatsDay"][];
            endpoints: components["schemas"]["ApiStatsEndpoint"][];
            /** Format: date */
            from: string;
            keys: components["schemas"]["ApiStatsKey"][];
            /** Format: date */
            to: string;
            totals: components["schemas"]["ApiStatsCounts"];
        };
        AttachMethodRequestBody: {
            readonly brand?: unknown;
            readonly created_at?: unknown;
            readonly exp_month?: unknown;
            readonly exp_year?: unknown;
            readonly id?: unknown;
            readonly is_primary?: unknown;
            readonly last4?: unknown;
            payment_method: string;
            readonly sandbox?: unknown;
        };
        AttemptBody: {
            /** Format: int64 */
            duration_ms: number;
            error: string;
            is_manual: boolean;
            /** Format: int64 */
            number: number;
            problems?: components["schemas"]["FieldError"][];
            response_body: string;
            /** Format: int64 */
            response_code: number | null;
            /** Format: date-time */
            started_at: string;
        };
        AuditEntryBody: {
            action: string;
            after: unknown;
            before: unknown;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            id: number;
            ip_address: string;
            object_id: string;
            object_type: string;
            request_id: string;
            user: components["schemas"]["AuditUserBody"] | null;
        };
        AuditUserBody: {
            email: string | null;
            /** Format: int64 */
            id: number;
        };
        AutoRenewRequestBody: {
            enabled: boolean;
            readonly payment?: unknown;
            readonly sandbox?: unknown;
            readonly subscription?: unknown;
        };
        AvailabilityCalendar: {
            /** Format: int64 */
            calendar_id: number;
            days?: components["schemas"]["AvailabilityDay"][];
            /** @enum {string} */
            kind: "master" | "connected" | "contracted";
            name: string;
            rooms: components["schemas"]["AvailabilityRoom"][];
            spans?: components["schemas"]["AvailabilitySpan"][];
        };
        AvailabilityDay: {
            /** Format: int64 */
            allotment?: number;
            /** Format: int64 */
            available?: number;
            code: string;
            /** Format: date */
            date: string;
            /** @enum {string|null} */
            reason?: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** @enum {string} */
            state: "open" | "on_request" | "closed";
            /** @enum {string|null} */
            status: "free" | "open" | "on_request" | "stop" | "block" | null;
        };
        AvailabilityExport: {
            complete: boolean;
            /** Format: date-time */
            generated_at: string;
            next_cursor: string;
            properties: components["schemas"]["AvailabilityExportItem"][];
            /** Format: int64 */
            properties_total?: number;
            truncated?: boolean;
        };
        AvailabilityExportCalendar: {
            /** Format: int64 */
            calendar_id: number;
            days?: components["schemas"]["AvailabilityDay"][];
            /** @enum {string} */
            kind: "master" | "connected" | "contracted" | "allotment" | "standalone";
            name: string;
            rooms: components["schemas"]["AvailabilityExportRoom"][];
            spans?: components["schemas"]["AvailabilitySpan"][];
        };
        AvailabilityExportDay: {
            /** Format: int64 */
            allotment?: number;
            /** Format: int64 */
            available?: number;
            /** Format: int64 */
            closed?: number;
            code: string;
            /** Format: int64 */
            confirmed?: number;
            /** Format: date */
            date: string;
            /** Format: int64 */
            external?: number;
            /** Format: int64 */
            physical_remaining?: number;
            /** @enum {string|null} */
            reason?: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** @enum {string} */
            state: "open" | "on_request" | "closed";
            /** @enum {string|null} */
            status: "free" | "open" | "on_request" | "stop" | "block" | null;
            /** Format: int64 */
            total_units?: number;
        };
        AvailabilityExportItem: {
            calendars?: components["schemas"]["AvailabilityExportCalendar"][];
            city: string;
            codes: components["schemas"]["PropertyCodes"];
            country: string;
            error?: components["schemas"]["Refusal"];
            name: string;
            /** Format: int64 */
            property_id: number;
        };
        AvailabilityExportRoom: {
            code: string;
            days?: components["schemas"]["AvailabilityExportDay"][];
            name: string;
            /** Format: int64 */
            room_id: number;
            spans?: components["schemas"]["AvailabilityExportSpan"][];
        };
        AvailabilityExportSpan: {
            /** Format: int64 */
            allotment?: number;
            /** Format: int64 */
            available?: number;
            /** Format: int64 */
            closed?: number;
            code: string;
            /** Format: int64 */
            confirmed?: number;
            /** Format: int64 */
            external?: number;
            /** Format: date */
            from: string;
            /** Format: int64 */
            physical_remaining?: number;
            /** @enum {string|null} */
            reason?: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** @enum {string} */
            state: "open" | "on_request" | "closed";
            /** @enum {string|null} */
            status: "free" | "open" | "on_request" | "stop" | "block" | null;
            /** Format: date */
            to: string;
            /** Format: int64 */
            total_units?: number;
        };
        AvailabilityImport: {
            /** Format: int64 */
            accepted: number;
            dry_run: boolean;
            /** Format: date-time */
            finished_at: string | null;
            /** @enum {string} */
            format: "csv" | "json";
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            key: number;
            message: string;
            /** Format: int64 */
            overbooked_count: number;
            problems?: components["schemas"]["FieldError"][];
            rejected: components["schemas"]["RejectedRow"][];
            /** Format: int64 */
            rejected_count: number;
            /** Format: int64 */
            rows_read: number;
            /** Format: date-time */
            seen_at: string;
            /** Format: date-time */
            started_at: string;
            /** @enum {string} */
            status: "running" | "done" | "failed" | "interrupted";
        };
        AvailabilityImportResult: {
            /** Format: int64 */
            accepted: number;
            /** Format: int64 */
            changed_count: number;
            changes?: components["schemas"]["ChangeSpan"][];
            overbooked: components["schemas"]["OverbookDay"][];
            /** Format: int64 */
            overbooked_count: number;
            rejected: components["schemas"]["RejectedRow"][];
            /** Format: int64 */
            rejected_count: number;
        };
        AvailabilityProperty: {
            calendars?: components["schemas"]["AvailabilityCalendar"][];
            city: string;
            codes: components["schemas"]["PropertyCodes"];
            country: string;
            error?: components["schemas"]["Refusal"];
            name: string;
            /** Format: int64 */
            property_id: number;
        };
        AvailabilityRoom: {
            code: string;
            days?: components["schemas"]["AvailabilityDay"][];
            name: string;
            /** Format: int64 */
            room_id: number;
            spans?: components["schemas"]["AvailabilitySpan"][];
        };
        AvailabilitySpan: {
            /** Format: int64 */
            allotment?: number;
            /** Format: int64 */
            available?: number;
            code: string;
            /** Format: date */
            from: string;
            /** @enum {string|null} */
            reason?: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** @enum {string} */
            state: "open" | "on_request" | "closed";
            /** @enum {string|null} */
            status: "free" | "open" | "on_request" | "stop" | "block" | null;
            /** Format: date */
            to: string;
        };
        Bill: {
            amount: string | number;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** Format: date */
            date: string;
            description: string;
            /** Format: int64 */
            id: number;
            invoice_number: string | null;
            net: string | number;
            problems?: components["schemas"]["FieldError"][];
            provider_reference: string;
            reason: string;
            /** @enum {string} */
            status: "paid" | "failed";
            vat: string | number;
            vat_category: string;
            vat_rate: string | number;
        };
        BillingAddress: {
            address: string;
            billing_email: string;
            city: string;
            company_name: string;
            country: string;
            postal_code: string;
            vat_number: string;
        };
        BillingAddressBody: {
            address: string;
            billing_email: string;
            city: string;
            company_name: string;
            country: string;
            postal_code: string;
            sandbox: boolean;
            vat_number: string;
        };
        BillingAddressRequestBody: {
            address?: string | null;
            billing_email?: string | null;
            city?: string | null;
            company_name?: string | null;
            country?: string | null;
            postal_code?: string | null;
            readonly sandbox?: unknown;
            vat_number?: string | null;
        };
        BillingOverviewResponseBody: {
            billing_address: components["schemas"]["BillingAddress"];
            cards: components["schemas"]["Card"][];
            history: components["schemas"]["Bill"][];
            /** Format: date */
            next_billing_date: string | null;
            /** @enum {string} */
            payments: "stripe" | "sandbox" | "off";
            plan: components["schemas"]["PlanInForceBody"];
            sandbox: boolean;
            subscription: components["schemas"]["Subscription"];
            usage: {
                [key: string]: components["schemas"]["PlanUse"];
            };
        };
        BindableRateContract: {
            /** Format: int64 */
            calendar: number | null;
            /** Format: date */
            end_date: string;
            /** Format: int64 */
            id: number;
            is_bound: boolean;
            name: string;
            number: string;
            /** Format: int64 */
            partner: number;
            partner_company: string;
            /** Format: int64 */
            rooms_count: number;
            /** Format: date */
            start_date: string;
            /** @enum {string} */
            status: "draft" | "active";
        };
        Block: {
            /** Format: int64 */
            calendar: number;
            /** Format: date */
            end_date: string;
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            quantity: number;
            /** Format: int64 */
            release_days: number;
            /** Format: int64 */
            room: number;
            /** @enum {string} */
            source: "manual" | "contract";
            /** Format: date */
            start_date: string;
        };
        BulkExportBody: {
            content_type: string;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            done: number;
            /** Format: date-time */
            download_expires_at: string | null;
            download_url: string | null;
            /** Format: int64 */
            downloads: number;
            error: string;
            /** Format: date-time */
            expires_at: string | null;
            file_name: string;
            /** Format: date-time */
            finished_at: string | null;
            /** @enum {string} */
            format: "json" | "csv" | "xml_ota" | "octo" | "datev" | "xero";
            /** Format: date */
            from: string | null;
            /** Format: int64 */
            id: number;
            problems?: components["schemas"]["FieldError"][];
            property_ids: number[];
            settings: components["schemas"]["ExportSettings"];
            /** Format: int64 */
            size: number;
            /** Format: date-time */
            started_at: string | null;
            /** @enum {string} */
            status: "waiting" | "running" | "done" | "failed" | "expired";
            /** @enum {string} */
            target: "availability" | "facts" | "invoices";
            /** Format: date */
            to: string | null;
            /** Format: int64 */
            total: number;
            /** Format: int64 */
            user: number;
            warnings: components["schemas"]["ExportWarning"][];
        };
        Calendar: {
            counterparty: string;
            /** Format: int64 */
            counterparty_contract: number | null;
            /** Format: date-time */
            created_at: string;
            external_details: string;
            external_name: string;
            /** Format: int64 */
            id: number;
            is_contract_fed: boolean;
            /** @enum {string} */
            kind: "master" | "connected" | "contracted" | "allotment" | "standalone";
            /** Format: int64 */
            mailing_group: number | null;
            name: string;
            /** Format: int64 */
            property: number;
            /** Format: int64 */
            rate_contract: number | null;
            /** Format: date-time */
            updated_at: string;
            warnings?: components["schemas"]["Warning"][];
        };
        CalendarShare: {
            /** Format: int64 */
            allotment: number;
            /** Format: int64 */
            closed: number;
            /** Format: int64 */
            confirmed: number;
            /** Format: int64 */
            held: number;
            /** @enum {string} */
            kind: "master" | "connected" | "contracted" | "allotment";
            label: string;
        };
        CancelInvoiceRequestBody: {
            readonly activities?: unknown;
            readonly available_actions?: unknown;
            readonly buyer?: unknown;
            readonly buyer_reference?: unknown;
            readonly cancelled_at?: unknown;
            readonly cleared_at?: unknown;
            readonly created_at?: unknown;
            readonly currency?: unknown;
            readonly direction?: unknown;
            readonly dispute_note?: unknown;
            readonly disputed?: unknown;
            readonly disputed_at?: unknown;
            readonly due_date?: unknown;
            readonly id?: unknown;
            readonly invoice_number?: unknown;
            readonly is_overdue?: unknown;
            readonly issue_date?: unknown;
            readonly ledger?: unknown;
            readonly line_items?: unknown;
            readonly line_matches?: unknown;
            readonly notes?: unknown;
            readonly owner?: unknown;
            readonly owner_company?: unknown;
            readonly paid_at?: unknown;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly payment?: unknown;
            readonly payment_reference?: unknown;
            readonly property?: unknown;
            readonly property_name?: unknown;
            reason?: string;
            readonly recipient_city?: unknown;
            readonly recipient_country?: unknown;
            readonly recipient_email?: unknown;
            readonly recipient_name?: unknown;
            readonly recipient_postal_code?: unknown;
            readonly recipient_street?: unknown;
            readonly recipient_vat_id?: unknown;
            readonly reminders?: unknown;
            readonly seller?: unknown;
            readonly sent_at?: unknown;
            readonly service_from?: unknown;
            readonly service_to?: unknown;
            readonly status?: unknown;
            readonly subtotal?: unknown;
            readonly tax_amount?: unknown;
            readonly tax_breakdown?: unknown;
            readonly tax_category?: unknown;
            readonly tax_exemption_reason?: unknown;
            readonly tax_rate?: unknown;
            readonly template?: unknown;
            readonly total_amount?: unknown;
            readonly updated_at?: unknown;
            readonly viewed_at?: unknown;
            readonly warnings?: unknown;
        };
        Candidate: {
            company: string;
            currency: string;
            /** Format: uuid */
            invoice: string;
            invoice_number: string;
            /** Format: date */
            issue_date: string;
            reasons: ("same_number" | "other_number" | "same_seller" | "other_seller" | "unknown_seller" | "same_currency" | "other_currency" | "same_total" | "other_total" | "other_buyer" | "cancelled")[];
            total_amount: string | number;
        };
        Card: {
            brand: string;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            exp_month: number;
            /** Format: int64 */
            exp_year: number;
            /** Format: int64 */
            id: number;
            is_primary: boolean;
            last4: string;
        };
        CardsResponseBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Card"][];
            sandbox: boolean;
        };
        CatalogueProperty: {
            city: string;
            code: string;
            codes: components["schemas"]["PropertyCodes"];
            /** Format: int64 */
            contract: number;
            country: string;
            cover: string | null;
            facts: {
                [key: string]: unknown;
            };
            gallery: components["schemas"]["PortfolioPhoto"][];
            /** Format: double */
            latitude: number | null;
            logo: string | null;
            /** Format: double */
            longitude: number | null;
            name: string;
            overridden: string[];
            /** Format: int64 */
            owner_id: number;
            /** Format: int64 */
            photos: number;
            /** Format: int64 */
            property_id: number;
            property_type: string;
            /** Format: date-time */
            published_at: string;
            room_types: components["schemas"]["CatalogueRoom"][];
            /** Format: int64 */
            rooms: number;
            /** Format: double */
            stars: number | null;
            state: string;
            /** Format: int64 */
            version: number;
        };
        CatalogueRoom: {
            code: string;
            hotel_code: string;
            hotel_name: string;
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: int64 */
            owner_id: number;
            /** Format: int64 */
            position: number;
            /** Format: int64 */
            property_id: number;
            /** Format: int64 */
            total_units: number;
        };
        CategoryScore: {
            category: string;
            counts: boolean;
            missing: string[] | null;
            /** Format: int64 */
            percent: number;
            /** Format: int64 */
            records: number;
            title: string;
        };
        ChangedBy: {
            email: string | null;
            /** Format: int64 */
            id: number;
        };
        ChangedLine: {
            after: string;
            before: string;
            label: string;
        };
        ChangePasswordRequestBody: {
            current_password: string;
            readonly message?: unknown;
            new_password: string;
        };
        ChangeSpan: {
            after: components["schemas"]["DayState"];
            before: components["schemas"]["DayState"];
            /** Format: int64 */
            calendar?: number;
            /** Format: date */
            from: string;
            /** Format: int64 */
            room: number;
            /** Format: date */
            to: string;
        };
        ChartSent: {
            /** Format: int64 */
            recipients: number;
        };
        CheckTokenResponseBody: {
            user: components["schemas"]["UserBody"];
        };
        ChosenPlan: {
            readonly amount?: unknown;
            billing_cycle?: string;
            readonly client_secret?: unknown;
            readonly currency?: unknown;
            readonly net?: unknown;
            readonly payment?: unknown;
            readonly payment_intent?: unknown;
            /** Format: int64 */
            plan_id: number;
            readonly sandbox?: unknown;
            readonly subscription?: unknown;
            readonly vat?: unknown;
        };
        City: {
            country: string;
            /** Format: double */
            latitude: number;
            /** Format: double */
            longitude: number;
            name: string;
            /** Format: int64 */
            population: number | null;
            state: string;
            state_name: string;
            timezone: string;
        };
        ClosedProperty: {
            /** @enum {string} */
            code: "hotel_suspended";
            message: string;
        };
        Company: {
            address: string;
            city: string;
            country: string;
            currency: string;
            email: string;
            legal_name: string;
            logo: string | null;
            name: string;
            phone: string;
            postal_code: string;
            registration_number: string;
            timezone: string;
            vat_id: string;
            website: string;
        };
        CompanyAccountBody: {
            /** @enum {string} */
            account_type: "accommodation" | "tour_operator";
            /** Format: int64 */
            id: number;
            plan: components["schemas"]["Plan"];
        };
        CompanySettingsResponseBody: {
            account: components["schemas"]["CompanyAccountBody"];
            address: string;
            city: string;
            country: string;
            currency: string;
            email: string;
            legal_name: string;
            logo: string | null;
            name: string;
            phone: string;
            postal_code: string;
            registration_number: string;
            timezone: string;
            vat_id: string;
            website: string;
        };
        Completeness: {
            categories: components["schemas"]["CategoryScore"][] | null;
            missing: string[] | null;
            /** Format: int64 */
            percent: number;
        };
        ConfirmEmailRequestBody: {
            readonly email?: unknown;
            readonly message?: unknown;
            token: string;
        };
        ConfirmEmailResponseBody: {
            email: string;
            message: string;
        };
        ConfirmResetRequestBody: {
            readonly message?: unknown;
            new_password: string;
            token: string;
        };
        Connection: {
            /** Format: date-time */
            created_at: string;
            credentials_dropped: boolean;
            /** Format: date-time */
            failing_since: string | null;
            /** Format: int64 */
            failures: number;
            /** Format: int64 */
            id: number;
            includes_platform_bookings: boolean;
            /** Format: date-time */
            last_sync_at: string | null;
            name: string;
            /** Format: date-time */
            next_sync_at: string | null;
            /** Format: int64 */
            property: number;
            provider: string;
            settings: components["schemas"]["ConnectionSettings"];
            source: string;
            status: string;
            /** Format: int64 */
            sync_interval: number;
            /** Format: date-time */
            updated_at: string;
            username: string | null;
            warnings?: components["schemas"]["Warning"][];
        };
        ConnectionSettings: {
            addresses?: string[] | null;
            hotel_code?: string;
            pull_url?: string;
            push_url?: string;
            room_codes?: {
                [key: string]: string;
            };
            url?: string;
        };
        Contact: {
            company: string;
            /** Format: date-time */
            created_at: string;
            email: string;
            first_name: string;
            /** Format: int64 */
            id: number;
            language: string;
            last_name: string;
            phone: string;
            tags: string[];
            /** Format: date-time */
            unsubscribed_at: string | null;
            /** Format: date-time */
            updated_at: string;
        };
        ContractBody: {
            /** Format: date-time */
            accepted_at: string | null;
            available_actions: ("update" | "accept" | "reject" | "delete")[];
            /** Format: date-time */
            cancelled_at: string | null;
            changes_requested: boolean;
            comments: string;
            /** @enum {string} */
            contract_terms: "F" | "N" | "C";
            /** Format: date-time */
            created_at: string;
            /** @enum {string} */
            direction: "incoming" | "outgoing" | "current" | "ended";
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            initiated_by: number;
            invite_email: string | null;
            /** Format: int64 */
            notice_period: number;
            /** Format: int64 */
            partner: number | null;
            partner_company: string | null;
            pending_version: components["schemas"]["ContractVersionBody"] | null;
            permission_matrix: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** Format: int64 */
            proposed_by: number;
            /** Format: int64 */
            revision: number;
            share_stop_sale_reasons: boolean;
            /** Format: int64 */
            ss_deadline: number;
            /** @enum {string} */
            status: "P" | "C" | "R" | "X" | "A";
            /** @enum {string} */
            to_add_its_logo: "Y" | "N" | "O";
            /** @enum {string} */
            to_add_own_photos: "Y" | "N" | "O";
            to_allow_on_request: boolean;
            /** @enum {string} */
            to_edit_facts: "Y" | "N" | "O";
            /** @enum {string} */
            to_select_photos: "Y" | "N" | "O";
            /** @enum {string} */
            to_special_allotment: "S" | "G";
            to_sync_ss: boolean;
            /** Format: date-time */
            updated_at: string;
            /** Format: int64 */
            user: number | null;
            user_company: string | null;
        };
        ContractPermissionsBody: {
            /** Format: int64 */
            contract: number;
            permissions: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** Format: date-time */
            updated_at: string;
        };
        ContractPermissionsChange: {
            readonly contract?: unknown;
            exports?: {
                [key: string]: unknown;
            } | null;
            facts?: {
                [key: string]: unknown;
            } | null;
            invoices?: {
                [key: string]: unknown;
            } | null;
            permissions?: {
                [key: string]: unknown;
            } | null;
            photos?: {
                [key: string]: unknown;
            } | null;
            rooming?: {
                [key: string]: unknown;
            } | null;
            stop_sale?: {
                [key: string]: unknown;
            } | null;
            readonly updated_at?: unknown;
        };
        ContractVersionBody: {
            base_snapshot: components["schemas"]["Terms"];
            /** Format: int64 */
            contract: number;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            id: number;
            is_accepted: boolean;
            is_reviewed: boolean;
            /** Format: int64 */
            proposed_by: number;
            requested_changes: {
                [key: string]: components["schemas"]["TermChange"];
            };
            /** Format: date-time */
            reviewed_at: string | null;
            /** Format: int64 */
            reviewed_by: number | null;
            /** Format: int64 */
            user: number;
        };
        Country: {
            alpha3: string;
            calling_code: string;
            code: string;
            continent: string;
            currency: string;
            eu: boolean;
            name: string;
            numeric: string;
            timezones: string[];
        };
        CreateAccountRequestBody: {
            /** @enum {string} */
            account_type: "accommodation" | "tour_operator";
            readonly avatar?: unknown;
            company_name: string;
            readonly confirm_through?: unknown;
            country: string;
            readonly created_at?: unknown;
            email: string;
            readonly email_confirmed?: unknown;
            readonly email_state?: unknown;
            first_name?: string;
            readonly id?: unknown;
            readonly is_manager?: unknown;
            readonly is_online?: unknown;
            language?: string;
            last_name?: string;
            readonly last_seen?: unknown;
            readonly owner_id?: unknown;
            password: string;
            readonly plan?: unknown;
            readonly status?: unknown;
            readonly suspended_at?: unknown;
            readonly suspended_note?: unknown;
            readonly usage?: unknown;
            readonly users?: unknown;
        };
        CreateAnnouncementRequestBody: {
            /** @enum {string} */
            audience?: "all" | "accommodation" | "tour_operator";
            body: {
                [key: string]: string;
            };
            readonly created_at?: unknown;
            /** Format: date-time */
            ends_at?: string | null;
            readonly id?: unknown;
            /** @enum {string} */
            level?: "info" | "warning" | "maintenance";
            link?: string;
            /** Format: date-time */
            starts_at?: string;
            title: {
                [key: string]: string;
            };
            readonly updated_at?: unknown;
        };
        CreateAPIKeyRequestBody: {
            /** Format: int64 */
            contract?: number | null;
            readonly created_at?: unknown;
            readonly created_by?: unknown;
            readonly id?: unknown;
            readonly last_used_at?: unknown;
            name: string;
            permissions?: {
                availability_write?: boolean | null;
                fact_sheet?: boolean | null;
                hotel_photos?: boolean | null;
                invoices?: boolean | null;
                rooming?: boolean | null;
                rooming_write?: boolean | null;
                stop_sale?: boolean | null;
            } | null;
            readonly property_ids?: unknown;
            readonly suspended_permissions?: unknown;
            readonly token?: unknown;
            readonly token_prefix?: unknown;
        };
        CreateCalendarRequestBody: {
            readonly counterparty?: unknown;
            /** Format: int64 */
            counterparty_contract?: number;
            readonly created_at?: unknown;
            external_details?: string;
            external_name?: string;
            readonly id?: unknown;
            readonly is_contract_fed?: unknown;
            /** @enum {string} */
            kind: "connected" | "contracted" | "allotment" | "standalone";
            /** Format: int64 */
            mailing_group?: number;
            name: string;
            /** Format: int64 */
            property?: number;
            /** Format: int64 */
            rate_contract?: number;
            readonly updated_at?: unknown;
            readonly warnings?: unknown;
        };
        CreateConnectionRequestBody: {
            readonly created_at?: unknown;
            credentials?: {
                [key: string]: unknown;
            };
            readonly credentials_dropped?: unknown;
            readonly failing_since?: unknown;
            readonly failures?: unknown;
            readonly id?: unknown;
            includes_platform_bookings?: boolean;
            readonly last_sync_at?: unknown;
            name: string;
            readonly next_sync_at?: unknown;
            /** Format: int64 */
            property: number;
            /** @enum {string} */
            provider: "generic_rest" | "alpinebits" | "csv_url";
            settings?: {
                [key: string]: unknown;
            };
            readonly source?: unknown;
            /**
             * @default active
             * @enum {string}
             */
            status: "active" | "paused";
            /** Format: int64 */
            sync_interval?: number;
            readonly updated_at?: unknown;
            readonly username?: unknown;
            readonly warnings?: unknown;
        };
        CreateContactRequestBody: {
            company?: string;
            readonly created_at?: unknown;
            email: string;
            first_name?: string;
            readonly id?: unknown;
            language?: string;
            last_name?: string;
            phone?: string;
            tags?: string[] | null;
            readonly unsubscribed_at?: unknown;
            readonly updated_at?: unknown;
        };
        CreateContractRequestBody: {
            readonly accepted_at?: unknown;
            readonly available_actions?: unknown;
            readonly cancelled_at?: unknown;
            readonly changes_requested?: unknown;
            comments?: string | null;
            /** @enum {string|null} */
            contract_terms?: "F" | "N" | "C" | null;
            readonly created_at?: unknown;
            readonly direction?: unknown;
            readonly id?: unknown;
            readonly initiated_by?: unknown;
            invite_email?: string | null;
            language?: string | null;
            /** Format: int64 */
            notice_period?: number | null;
            /** Format: int64 */
            partner?: number | null;
            readonly partner_company?: unknown;
            readonly pending_version?: unknown;
            readonly permission_matrix?: unknown;
            readonly proposed_by?: unknown;
            readonly revision?: unknown;
            share_stop_sale_reasons?: boolean | null;
            /** Format: int64 */
            ss_deadline?: number | null;
            readonly status?: unknown;
            /** @enum {string|null} */
            to_add_its_logo?: "Y" | "N" | "O" | null;
            /** @enum {string|null} */
            to_add_own_photos?: "Y" | "N" | "O" | null;
            to_allow_on_request?: boolean | null;
            /** @enum {string|null} */
            to_edit_facts?: "Y" | "N" | "O" | null;
            /** @enum {string|null} */
            to_select_photos?: "Y" | "N" | "O" | null;
            /** @enum {string|null} */
            to_special_allotment?: "S" | "G" | null;
            to_sync_ss?: boolean | null;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
        };
        CreateExportRequestBody: {
            readonly content_type?: unknown;
            readonly created_at?: unknown;
            readonly done?: unknown;
            readonly download_expires_at?: unknown;
            readonly download_url?: unknown;
            readonly downloads?: unknown;
            readonly error?: unknown;
            readonly expires_at?: unknown;
            readonly file_name?: unknown;
            readonly finished_at?: unknown;
            /** @enum {string} */
            format: "json" | "csv" | "xml_ota" | "octo" | "datev" | "xero";
            /** Format: date */
            from?: string;
            readonly id?: unknown;
            readonly problems?: unknown;
            property_ids?: number[] | null;
            settings?: components["schemas"]["ExportSettingsInput"];
            readonly size?: unknown;
            readonly started_at?: unknown;
            readonly status?: unknown;
            /** @enum {string} */
            target: "availability" | "facts" | "invoices";
            /** Format: date */
            to?: string;
            readonly total?: unknown;
            readonly user?: unknown;
            readonly warnings?: unknown;
        };
        CreateMailingListRequestBody: {
            contacts?: (number | {
                readonly company?: unknown;
                readonly created_at?: unknown;
                readonly email?: unknown;
                readonly first_name?: unknown;
                /** Format: int64 */
                id: number;
                readonly language?: unknown;
                readonly last_name?: unknown;
                readonly phone?: unknown;
                readonly tags?: unknown;
                readonly unsubscribed_at?: unknown;
                readonly updated_at?: unknown;
            })[] | null;
            readonly contacts_count?: unknown;
            contacts_truncated?: boolean;
            readonly created_at?: unknown;
            readonly id?: unknown;
            name: string;
            readonly updated_at?: unknown;
        };
        CreatePermissionRequestBody: {
            fact_sheets?: boolean | null;
            readonly id?: unknown;
            integrations?: boolean | null;
            invoicing?: boolean | null;
            partner_connections?: boolean | null;
            photos?: boolean | null;
            property_ids?: number[] | null;
            reports?: boolean | null;
            rooming?: boolean | null;
            settings?: boolean | null;
            stop_sales?: boolean | null;
            subscriptions?: boolean | null;
            /** Format: int64 */
            user: number;
        };
        CreatePropertyRequestBody: {
            address?: string | null;
            chain?: string | null;
            city?: string | null;
            code?: string | null;
            country?: string | null;
            readonly created_at?: unknown;
            currency?: string | null;
            email?: string | null;
            readonly facts_completeness?: unknown;
            readonly id?: unknown;
            /** Format: double */
            latitude?: number | null;
            logo?: string | null;
            /** Format: double */
            longitude?: number | null;
            name: string;
            readonly owner_id?: unknown;
            phone?: string | null;
            postal_code?: string | null;
            property_type?: string | null;
            readonly published_at?: unknown;
            /** Format: double */
            stars?: number | null;
            state?: string | null;
            readonly status?: unknown;
            timezone?: string | null;
            readonly updated_at?: unknown;
            website?: string | null;
        };
        CreateRateContractRequestBody: {
            readonly available_actions?: unknown;
            readonly created_at?: unknown;
            /** Format: date */
            end_date: string;
            readonly ended_at?: unknown;
            readonly id?: unknown;
            name: string;
            number?: string;
            /** Format: int64 */
            partner: number;
            readonly partner_company?: unknown;
            /** Format: int64 */
            property: number;
            readonly property_name?: unknown;
            rooms?: components["schemas"]["RoomAllotmentInput"][] | null;
            readonly rooms_count?: unknown;
            /** Format: date */
            start_date: string;
            /**
             * @default draft
             * @enum {string}
             */
            status: "draft" | "active";
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
            readonly warnings?: unknown;
        };
        CreateRoomingLedgerRequestBody: {
            readonly available_actions?: unknown;
            /** Format: int64 */
            calendar?: number;
            readonly counts?: unknown;
            readonly created_at?: unknown;
            entries?: components["schemas"]["RoomingEntryInput"][] | null;
            readonly entries_count?: unknown;
            readonly id?: unknown;
            name: string;
            /** Format: int64 */
            partner?: number;
            readonly partner_company?: unknown;
            /** Format: int64 */
            property: number;
            readonly property_name?: unknown;
            readonly reason?: unknown;
            readonly reference?: unknown;
            readonly status?: unknown;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
            readonly warnings?: unknown;
            readonly written_by?: unknown;
        };
        CreateStopSaleEventRequestBody: {
            /** Format: int32 */
            color: number;
            /** Format: date */
            date: string;
            readonly id?: unknown;
            /** Format: int64 */
            room: number;
            source?: string;
            readonly status?: unknown;
            readonly warnings?: unknown;
        };
        CreateStopSaleSourceRequestBody: {
            readonly created_at?: unknown;
            readonly id?: unknown;
            name: string;
            readonly user?: unknown;
        };
        CreateSubUserRequestBody: {
            readonly account_type?: unknown;
            readonly avatar?: unknown;
            readonly company_name?: unknown;
            readonly confirm_through?: unknown;
            readonly created_at?: unknown;
            email: string;
            readonly email_confirmed?: unknown;
            readonly email_state?: unknown;
            first_name?: string;
            readonly id?: unknown;
            readonly is_manager?: unknown;
            readonly is_online?: unknown;
            language?: string;
            last_name?: string;
            readonly last_seen?: unknown;
            readonly owner_id?: unknown;
            password: string;
        };
        CreateWebhookRequestBody: {
            readonly created_at?: unknown;
            readonly created_by?: unknown;
            readonly disabled_problems?: unknown;
            readonly disabled_reason?: unknown;
            event_types: ("property.updated" | "stopsale.created" | "stopsale.updated" | "stopsale.cancelled" | "availability.updated" | "invoice.sent" | "invoice.paid" | "invoice.disputed" | "invoice.cancelled" | "test.ping")[];
            readonly failing_since?: unknown;
            readonly id?: unknown;
            readonly is_active?: unknown;
            name: string;
            readonly previous_secret_until?: unknown;
            readonly secret?: unknown;
            readonly secret_prefix?: unknown;
            url: string;
        };
        CreateWidgetRequestBody: {
            allowed_hosts?: string[] | null;
            color?: string | null;
            readonly embed_code?: unknown;
            readonly id?: unknown;
            language?: string | null;
            /** Format: int64 */
            property: number;
            readonly public_id?: unknown;
            show?: string[] | null;
            theme?: string | null;
        };
        Currency: {
            code: string;
            /** Format: int32 */
            minor_units: number;
            name: string;
            numeric: string;
            symbol: string;
        };
        DatabaseHealth: {
            /** Format: int64 */
            bytes: number;
            current: boolean;
            /** @enum {string} */
            engine: "sqlite" | "postgres";
            /** Format: int64 */
            schema: number;
        };
        DateRange: {
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
        };
        DayBreakdown: {
            /** Format: int64 */
            borrowed: number;
            /** Format: date-time */
            changed_at: string | null;
            changed_by: components["schemas"]["ChangedBy"] | null;
            /** Format: int64 */
            consumed_total: number;
            /** Format: date */
            date: string;
            /** @enum {string} */
            decided_by: "pool" | "master_status" | "own_status" | "release" | "numbers";
            external: components["schemas"]["ReportedSource"][];
            internal: components["schemas"]["CalendarShare"][];
            /** Format: int64 */
            lent: number;
            note: string;
            /** Format: int64 */
            physical_remaining: number;
            /** @enum {string|null} */
            reason: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** Format: int64 */
            released: number;
            room_name: string;
            /** @enum {string} */
            state: "open" | "on_request" | "closed";
            /** @enum {string|null} */
            status: "free" | "open" | "request" | "stop" | "block" | null;
            /** Format: int64 */
            total_units: number;
        };
        DayState: {
            /** Format: int64 */
            checked_in?: number;
            /** Format: int64 */
            closed?: number;
            /** Format: int64 */
            confirmed?: number;
            /** Format: int64 */
            out_of_order?: number;
            /** Format: int64 */
            reserved?: number;
            status?: string;
        };
        DeclineOverrideFields: {
            readonly category?: unknown;
            readonly created_at?: unknown;
            readonly decided_at?: unknown;
            readonly fields?: unknown;
            readonly id?: unknown;
            readonly kind?: unknown;
            readonly logo?: unknown;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly photos?: unknown;
            readonly property?: unknown;
            readonly property_name?: unknown;
            reason?: string | null;
            readonly record_id?: unknown;
            readonly revision?: unknown;
            readonly source?: unknown;
            readonly status?: unknown;
            readonly updated_at?: unknown;
        };
        DeclineRequestBody: {
            readonly completeness?: unknown;
            readonly country?: unknown;
            readonly id?: unknown;
            readonly missing?: unknown;
            readonly owner_id?: unknown;
            readonly property_id?: unknown;
            readonly property_name?: unknown;
            reason: string;
            readonly reviewed_at?: unknown;
            readonly reviewed_by?: unknown;
            readonly status?: unknown;
            readonly submitted_at?: unknown;
            readonly submitted_by?: unknown;
            readonly version?: unknown;
        };
        DeleteNamedShareRequestBody: {
            readonly donor_room?: unknown;
            readonly end_date?: unknown;
            /** Format: int64 */
            id?: number;
            readonly is_active?: unknown;
            readonly max_units?: unknown;
            readonly open_while_borrowing?: unknown;
            readonly property?: unknown;
            readonly recipient_room?: unknown;
            readonly start_date?: unknown;
        };
        DeleteNotificationsRequestBody: {
            all?: boolean;
            readonly deleted?: unknown;
            ids?: number[];
        };
        DeleteNotificationsResponseBody: {
            /** Format: int64 */
            deleted: number;
        };
        DeliveryBody: {
            /** Format: int64 */
            attempt_count: number;
            attempts: components["schemas"]["AttemptBody"][];
            /** Format: date-time */
            created_at: string;
            delivery_id: string;
            /** Format: int64 */
            endpoint: number;
            error: string;
            /** @enum {string} */
            event: "property.updated" | "stopsale.created" | "stopsale.updated" | "stopsale.cancelled" | "availability.updated" | "invoice.sent" | "invoice.paid" | "invoice.disputed" | "invoice.cancelled" | "test.ping";
            /** Format: date-time */
            finished_at: string | null;
            /** Format: int64 */
            id: number;
            /** Format: date-time */
            next_retry_at: string | null;
            payload: unknown;
            problems?: components["schemas"]["FieldError"][];
            /** Format: int64 */
            replay: number | null;
            response_body: string;
            /** Format: int64 */
            response_code: number | null;
            /** @enum {string} */
            status: "pending" | "success" | "failed";
        };
        DisputeInvoiceRequestBody: {
            readonly activities?: unknown;
            readonly available_actions?: unknown;
            readonly buyer?: unknown;
            readonly buyer_reference?: unknown;
            readonly cancelled_at?: unknown;
            readonly cleared_at?: unknown;
            readonly created_at?: unknown;
            readonly currency?: unknown;
            readonly direction?: unknown;
            readonly dispute_note?: unknown;
            readonly disputed?: unknown;
            readonly disputed_at?: unknown;
            readonly due_date?: unknown;
            readonly id?: unknown;
            readonly invoice_number?: unknown;
            readonly is_overdue?: unknown;
            readonly issue_date?: unknown;
            readonly ledger?: unknown;
            readonly line_items?: unknown;
            readonly line_matches?: unknown;
            note?: string;
            readonly notes?: unknown;
            readonly owner?: unknown;
            readonly owner_company?: unknown;
            readonly paid_at?: unknown;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly payment?: unknown;
            readonly payment_reference?: unknown;
            readonly property?: unknown;
            readonly property_name?: unknown;
            readonly recipient_city?: unknown;
            readonly recipient_country?: unknown;
            readonly recipient_email?: unknown;
            readonly recipient_name?: unknown;
            readonly recipient_postal_code?: unknown;
            readonly recipient_street?: unknown;
            readonly recipient_vat_id?: unknown;
            readonly reminders?: unknown;
            readonly seller?: unknown;
            readonly sent_at?: unknown;
            readonly service_from?: unknown;
            readonly service_to?: unknown;
            readonly status?: unknown;
            readonly subtotal?: unknown;
            readonly tax_amount?: unknown;
            readonly tax_breakdown?: unknown;
            readonly tax_category?: unknown;
            readonly tax_exemption_reason?: unknown;
            readonly tax_rate?: unknown;
            readonly template?: unknown;
            readonly total_amount?: unknown;
            readonly updated_at?: unknown;
            readonly viewed_at?: unknown;
            readonly warnings?: unknown;
        };
        EditNotificationRequestBody: {
            readonly body?: unknown;
            readonly created_at?: unknown;
            /** Format: int64 */
            id: number;
            is_read?: boolean;
            readonly kind?: unknown;
            readonly link?: unknown;
            readonly title?: unknown;
        };
        EffectiveProfile: {
            address: string;
            bic: string;
            buyer_reference: string;
            city: string;
            contact_email: string;
            contact_name: string;
            contact_phone: string;
            country: string;
            electronic_address: string;
            electronic_address_scheme: string;
            iban: string;
            name: string;
            postal_code: string;
            registration_number: string;
            vat_id: string;
        };
        EinvoiceDetailBody: {
            amount_due: (string | null) | number;
            buyer: components["schemas"]["InboundParty"];
            candidates: components["schemas"]["Candidate"][];
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @enum {string} */
            direction: "issued" | "received";
            /** @enum {string|null} */
            document_type: "invoice" | "credit_note" | "correction" | null;
            /** Format: date */
            due_date: string | null;
            error: string;
            /** Format: int64 */
            id: number;
            invoice_number: string;
            /** Format: date */
            issue_date: string | null;
            line_items: components["schemas"]["InboundLine"][];
            /** Format: uuid */
            linked_invoice: string | null;
            problems?: components["schemas"]["FieldError"][];
            profile: string;
            raw_xml: string;
            raw_xml_base64: string | null;
            seller: components["schemas"]["InboundParty"];
            /** @enum {string} */
            status: "received" | "linked" | "error";
            subtotal: (string | null) | number;
            /** @enum {string|null} */
            syntax: "ubl" | "cii" | null;
            tax_breakdown: components["schemas"]["InboundTax"][];
            tax_total: (string | null) | number;
            total: (string | null) | number;
        };
        EinvoiceGap: {
            field: string;
            message: string;
        };
        EinvoiceProfileBody: {
            available_schemes: components["schemas"]["AddressScheme"][];
            bic: string;
            buyer_reference: string;
            contact_email: string;
            contact_name: string;
            contact_phone: string;
            country: string;
            effective: components["schemas"]["EffectiveProfile"];
            electronic_address: string;
            electronic_address_scheme: string;
            iban: string;
            missing: components["schemas"]["EinvoiceGap"][];
            vat_id: string;
        };
        EinvoiceRecord: {
            amount_due: (string | null) | number;
            buyer: components["schemas"]["InboundParty"];
            candidates: components["schemas"]["Candidate"][];
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @enum {string} */
            direction: "issued" | "received";
            /** @enum {string|null} */
            document_type: "invoice" | "credit_note" | "correction" | null;
            /** Format: date */
            due_date: string | null;
            error: string;
            /** Format: int64 */
            id: number;
            invoice_number: string;
            /** Format: date */
            issue_date: string | null;
            line_items: components["schemas"]["InboundLine"][];
            /** Format: uuid */
            linked_invoice: string | null;
            problems?: components["schemas"]["FieldError"][];
            profile: string;
            seller: components["schemas"]["InboundParty"];
            /** @enum {string} */
            status: "received" | "linked" | "error";
            subtotal: (string | null) | number;
            /** @enum {string|null} */
            syntax: "ubl" | "cii" | null;
            tax_breakdown: components["schemas"]["InboundTax"][];
            tax_total: (string | null) | number;
            total: (string | null) | number;
        };
        EntryCounts: {
            /** Format: int64 */
            cancelled: number;
            /** Format: int64 */
            confirmed: number;
            /** Format: int64 */
            declined: number;
            /** Format: int64 */
            pending: number;
        };
        ErrorBody: {
            code: string;
            errors?: components["schemas"]["FieldError"][];
            message: string;
            params?: {
                [key: string]: unknown;
            };
            request_id?: string;
        };
        EventCodes: {
            block: string;
            free: string;
            on_request: string;
            open: string;
            stop: string;
        };
        EventsHealth: {
            /** Format: date-time */
            oldest: string | null;
            /** Format: int64 */
            waiting: number;
        };
        ExportSettings: {
            account_codes?: {
                [key: string]: string;
            };
            /** Format: int64 */
            account_length?: number;
            /** Format: int64 */
            calendar_id?: number;
            /** Format: int64 */
            client_number?: number;
            /** Format: int64 */
            consultant_number?: number;
            currency?: string;
            /** @enum {string} */
            date_format?: "DD/MM/YYYY" | "MM/DD/YYYY";
            /** Format: int64 */
            debtor_account?: number;
            debtor_accounts?: {
                [key: string]: number;
            };
            fiscal_year_start?: string;
            /** @enum {string} */
            granularity?: "daily" | "spans";
            revenue_accounts?: {
                [key: string]: number;
            };
            skr?: string;
            tax_keys?: {
                [key: string]: string;
            };
            tax_types?: {
                [key: string]: string;
            };
        };
        ExportSettingsInput: {
            account_codes?: {
                [key: string]: string;
            };
            /** Format: int64 */
            account_length?: number;
            /** Format: int64 */
            calendar_id?: number;
            /** Format: int64 */
            client_number?: number;
            /** Format: int64 */
            consultant_number?: number;
            currency?: string;
            /** @enum {string} */
            date_format?: "DD/MM/YYYY" | "MM/DD/YYYY";
            /** Format: int64 */
            debtor_account?: number;
            debtor_accounts?: {
                [key: string]: number;
            };
            fiscal_year_start?: string;
            /** @enum {string} */
            granularity?: "daily" | "spans";
            revenue_accounts?: {
                [key: string]: number;
            };
            skr?: string;
            tax_keys?: {
                [key: string]: string;
            };
            tax_types?: {
                [key: string]: string;
            };
        };
        ExportWarning: {
            /** @enum {string} */
            code: "property_not_readable" | "other_currency";
            message: string;
        };
        FactCategoryBody: {
            category: string;
            description: string;
            /** @enum {string} */
            kind: "single" | "array";
            title: string;
        };
        FactChange: {
            after: unknown;
            after_text: string;
            before: unknown;
            before_text: string;
            label: string;
            path: string;
        };
        FactsAccessBody: {
            active: boolean;
            /** Format: int64 */
            contract: number;
            permissions: {
                [key: string]: {
                    [key: string]: unknown;
                };
            };
            /** @enum {string} */
            status: "P" | "C" | "R" | "X" | "A";
        };
        FactsAccessibility: {
            accessible_beach?: boolean;
            accessible_parking?: boolean;
            accessible_pool?: boolean;
            accessible_restaurant?: boolean;
            accessible_rooms?: number;
            assistance_dogs?: boolean;
            braille_or_tactile?: boolean;
            description?: {
                [key: string]: string;
            };
            grab_rails?: boolean;
            hearing_loop?: boolean;
            lift_door_width?: number;
            lift_to_all_floors?: boolean;
            raised_toilet?: boolean;
            ramps?: boolean;
            roll_in_shower?: boolean;
            room_door_width?: number;
            step_free_entrance?: boolean;
            /** @enum {string} */
            suitability?: "fully" | "partly" | "on_request" | "not_suitable";
            visual_alarm?: boolean;
            wheelchair_hire?: boolean;
        };
        FactsBars: {
            adults_only?: boolean;
            air_conditioned?: boolean;
            description?: {
                [key: string]: string;
            };
            /** @enum {string} */
            drinks?: "soft" | "local" | "local_and_imported";
            /** Format: int64 */
            id?: number;
            included_in_board?: ("RO" | "BB" | "HB" | "HB_PLUS" | "FB" | "FB_PLUS" | "AI_LIGHT" | "AI" | "UAI")[];
            live_music?: boolean;
            name?: string;
            opening_hours?: {
                days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                to: string;
            }[];
            position?: number;
            season?: {
                from: string;
                to: string;
            }[];
            seats?: number;
            snacks?: boolean;
            /** @enum {string} */
            type?: "lobby" | "pool" | "swim_up" | "beach" | "snack" | "cocktail" | "sports" | "rooftop" | "wine" | "disco" | "cafe" | "karaoke" | "cigar";
        };
        FactsBeach: {
            /** @enum {string} */
            access?: "directly_at" | "across_promenade" | "across_road" | "shuttle" | "public_transport" | "none";
            bathing_shoes_recommended?: boolean;
            beach_bar?: boolean;
            blue_flag?: boolean;
            description?: {
                [key: string]: string;
            };
            distance?: number;
            entry?: ("gently_sloping" | "steep" | "sand" | "pebble" | "rocky" | "ladder" | "jetty" | "reef")[];
            length?: number;
            lifeguard?: boolean;
            /** @enum {string} */
            ownership?: "private" | "private_section" | "public" | "public_section_reserved";
            /** @enum {string} */
            parasols?: "no" | "free" | "fee" | "on_request" | "local_provider";
            season?: {
                from: string;
                to: string;
            }[];
            showers_and_toilets?: boolean;
            /** @enum {string} */
            shuttle?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            sunbeds?: "no" | "free" | "fee" | "on_request" | "local_provider";
            surface?: ("fine_sand" | "coarse_sand" | "sand_pebble" | "pebble" | "rock" | "platform" | "lawn" | "volcanic_sand")[];
            /** @enum {string} */
            towels?: "no" | "free" | "fee" | "on_request" | "local_provider";
            wheelchair_access?: boolean;
        };
        FactsBoardTypes: {
            a_la_carte_visits?: number;
            /** @enum {string} */
            breakfast?: "none" | "continental" | "extended_continental" | "buffet" | "served" | "a_la_carte";
            breakfast_hours?: {
                from: string;
                to: string;
            };
            /** @enum {string} */
            code?: "RO" | "BB" | "HB" | "HB_PLUS" | "FB" | "FB_PLUS" | "AI_LIGHT" | "AI" | "UAI";
            details?: {
                [key: string]: string;
            };
            diets?: ("vegetarian" | "vegan" | "gluten_free" | "lactose_free" | "halal" | "kosher" | "diabetic" | "allergy_menu")[];
            /** @enum {string} */
            dinner?: "none" | "buffet" | "served_menu" | "a_la_carte" | "themed_buffet";
            dinner_hours?: {
                from: string;
                to: string;
            };
            dress_code?: boolean;
            drinks_hours?: {
                from: string;
                to: string;
            };
            /** @enum {string} */
            drinks_included?: "none" | "at_meals_soft" | "at_meals_all" | "local_soft" | "local_all" | "local_and_imported";
            /** Format: int64 */
            id?: number;
            included_extras?: ("late_breakfast" | "snacks" | "coffee_and_cake" | "ice_cream" | "midnight_snack" | "minibar" | "a_la_carte_visits" | "room_service" | "premium_brands" | "beach_bar")[];
            /** @enum {string} */
            lunch?: "none" | "buffet" | "served_menu" | "a_la_carte" | "snack" | "lunch_box";
            lunch_hours?: {
                from: string;
                to: string;
            };
            name?: {
                [key: string]: string;
            };
            position?: number;
            season?: {
                from: string;
                to: string;
            }[];
            wristband_required?: boolean;
        };
        FactsChildren: {
            /** @enum {string} */
            arcade?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            baby_equipment?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            babysitting?: "no" | "free" | "fee" | "on_request" | "local_provider";
            child_to_age?: number;
            children_buffet?: boolean;
            children_pool_integrated?: boolean;
            children_pools?: number;
            children_welcome?: boolean;
            clubs?: {
                age_from: number;
                age_to: number;
                hours?: {
                    days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                    from: string;
                    to: string;
                }[];
                languages?: string[];
                name?: string;
                /** @enum {string} */
                offer?: "no" | "free" | "fee" | "on_request" | "local_provider";
                season?: {
                    from: string;
                    to: string;
                }[];
            }[];
            /** @enum {string} */
            cots?: "no" | "free" | "fee" | "on_request" | "local_provider";
            description?: {
                [key: string]: string;
            };
            high_chairs?: boolean;
            indoor_playroom?: boolean;
            infant_to_age?: number;
            mini_disco?: boolean;
            playground?: boolean;
            /** @enum {string} */
            pushchairs?: "no" | "free" | "fee" | "on_request" | "local_provider";
            slides?: number;
            supervised_from_age?: number;
            /** @enum {string} */
            teen_programme?: "no" | "free" | "fee" | "on_request" | "local_provider";
        };
        FactsContacts: {
            available_hours?: {
                days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                to: string;
            }[];
            /** @enum {string} */
            department?: "reception" | "reservations" | "sales" | "contracting" | "stop_sale" | "accounting" | "groups" | "marketing" | "emergency" | "management";
            email?: string;
            /** Format: int64 */
            id?: number;
            job_title?: string;
            languages?: string[];
            mobile?: string;
            person?: string;
            phone?: string;
            position?: number;
            shared_with_partners?: boolean;
            website?: string;
        };
        FactsDistances: {
            distance?: number;
            duration?: number;
            /** @enum {string} */
            hotel_shuttle?: "no" | "free" | "fee" | "on_request" | "local_provider";
            iata_code?: string;
            /** Format: int64 */
            id?: number;
            /** @enum {string} */
            measured?: "air_line" | "walking" | "driving";
            name?: string;
            position?: number;
            reached_by?: ("on_foot" | "hotel_shuttle" | "public_bus" | "train" | "metro" | "taxi" | "car" | "bicycle" | "boat")[];
            /** @enum {string} */
            target?: "airport" | "beach" | "town_centre" | "resort_centre" | "old_town" | "shopping" | "supermarket" | "restaurants_bars" | "nightlife" | "bus_stop" | "train_station" | "metro_station" | "port" | "ferry" | "ski_lift" | "ski_slope" | "golf_course" | "hospital" | "doctor" | "pharmacy" | "atm" | "attraction" | "theme_park" | "fair" | "lake" | "other";
        };
        FactsEntertainment: {
            amphitheatre?: boolean;
            /** @enum {string} */
            casino?: "no" | "free" | "fee" | "on_request" | "local_provider";
            cinema?: boolean;
            /** @enum {string} */
            courses?: "no" | "free" | "fee" | "on_request" | "local_provider";
            days_per_week?: number;
            description?: {
                [key: string]: string;
            };
            /** @enum {string} */
            disco?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            excursions?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            games_room?: "no" | "free" | "fee" | "on_request" | "local_provider";
            languages?: string[];
            library?: boolean;
            /** @enum {string} */
            live_music?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            programme?: "none" | "changing_activities" | "day" | "evening" | "day_and_evening";
            season?: {
                from: string;
                to: string;
            }[];
            /** @enum {string} */
            shows?: "no" | "free" | "fee" | "on_request" | "local_provider";
            silent_from?: string;
            silent_hours?: boolean;
            /** @enum {string} */
            style?: "soft" | "medium" | "intensive";
            tv_lounge?: boolean;
        };
        FactsFeedBody: {
            /** Format: date-time */
            generated_at: string;
            properties: components["schemas"]["FactsFeedProperty"][];
            /** Format: int64 */
            properties_total?: number;
            truncated?: boolean;
        };
        FactsFeedProperty: {
            city: string;
            codes: components["schemas"]["PropertyCodes"];
            country: string;
            error?: components["schemas"]["FeedError"];
            facts?: {
                [key: string]: unknown;
            };
            name: string;
            /** Format: int64 */
            property_id: number;
            /** Format: date-time */
            published_at?: string;
            /** Format: int64 */
            version?: number;
        };
        FactsGeneral: {
            adults_only_from_age?: number;
            buildings_count?: number;
            chain_name?: string;
            floors_count?: number;
            giata_id?: string;
            license_number?: string;
            lifts_count?: number;
            long_description?: {
                [key: string]: string;
            };
            official_name?: string;
            official_rating?: number;
            opening_periods?: {
                from: string;
                to: string;
            }[];
            plot_area?: number;
            /** @enum {string} */
            property_type?: "hotel" | "resort" | "apartment_hotel" | "apartment" | "club" | "boutique_hotel" | "bungalow_village" | "villa" | "guest_house" | "hostel" | "motel" | "camp" | "cruise_ship" | "other";
            rating_authority?: string;
            rooms_total?: number;
            short_description?: {
                [key: string]: string;
            };
            themes?: ("family" | "adults_only" | "couples" | "wellness" | "sport" | "golf" | "business" | "beach" | "city" | "ski" | "hiking" | "diving" | "lgbtq_friendly" | "singles" | "seniors" | "all_inclusive" | "luxury" | "eco")[];
            year_built?: number;
            year_renovated_full?: number;
            year_renovated_part?: number;
        };
        FactsLocation: {
            address_line1?: string;
            address_line2?: string;
            airport_iata?: string;
            altitude?: number;
            city?: string;
            country?: string;
            directions?: {
                [key: string]: string;
            };
            district?: string;
            latitude?: number;
            location_types?: ("beachfront" | "near_beach" | "second_row" | "city_centre" | "outskirts" | "quiet" | "lively" | "rural" | "mountain" | "ski_slope" | "lake" | "airport" | "main_road" | "hillside" | "promenade")[];
            longitude?: number;
            noise_possible?: boolean;
            postal_code?: string;
            region?: string;
            road_between_hotel_and_beach?: boolean;
            state?: string;
            timezone?: string;
            transfer_minutes?: number;
        };
        FactsMeetingRooms: {
            air_conditioned?: boolean;
            area?: number;
            cap_banquet?: number;
            cap_boardroom?: number;
            cap_classroom?: number;
            cap_reception?: number;
            cap_theatre?: number;
            cap_u_shape?: number;
            ceiling_height?: number;
            daylight?: boolean;
            description?: {
                [key: string]: string;
            };
            divisible?: boolean;
            equipment?: ("projector" | "screen" | "led_wall" | "sound_system" | "microphones" | "video_conference" | "flipchart" | "stage" | "dance_floor" | "wifi" | "translation_booth" | "vehicle_access")[];
            floor?: number;
            /** @enum {string} */
            hire?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** Format: int64 */
            id?: number;
            length?: number;
            name?: string;
            position?: number;
            width?: number;
        };
        FactsOverrideBody: {
            approved_fields: unknown;
            category: string;
            /** Format: date-time */
            created_at: string;
            fields: {
                [key: string]: unknown;
            };
            /** Format: int64 */
            id: number;
            in_force: boolean;
            /** Format: int64 */
            property: number;
            property_name: string;
            reason: string;
            /** Format: int64 */
            record_id: number | null;
            source: unknown;
            source_at_creation: unknown;
            source_changed: boolean;
            /** Format: date-time */
            source_changed_at: string | null;
            source_changed_fields: string[];
            /** @enum {string} */
            status: "active" | "waiting" | "declined";
            /** Format: date-time */
            updated_at: string;
        };
        FactsPolicies: {
            cancellation_days_default?: number;
            check_in_from?: string;
            check_in_until?: string;
            check_out_until?: string;
            currency?: string;
            deposit?: {
                amount: string;
                currency: string;
            };
            /** @enum {string} */
            early_check_in?: "no" | "free" | "fee" | "on_request" | "local_provider";
            house_rules?: {
                [key: string]: string;
            };
            id_required?: ("passport" | "id_card" | "visa" | "marriage_certificate" | "credit_card")[];
            /** @enum {string} */
            late_check_out?: "no" | "free" | "fee" | "on_request" | "local_provider";
            min_guest_age?: number;
            payment_methods?: ("cash" | "visa" | "mastercard" | "amex" | "diners" | "maestro" | "unionpay" | "girocard" | "mobile_pay" | "bank_transfer")[];
            pet_fee?: {
                amount: string;
                currency: string;
            };
            pet_max_weight?: number;
            /** @enum {string} */
            pets?: "no" | "yes" | "on_request" | "small_dogs" | "assistance_dogs_only";
            /** @enum {string} */
            smoking?: "smoke_free" | "designated_areas" | "some_rooms";
            tourist_tax?: {
                amount: string;
                currency: string;
            };
            /** @enum {string} */
            tourist_tax_basis?: "person_night" | "room_night" | "person_stay" | "percentage" | "included" | "none";
            tourist_tax_from_age?: number;
            visitors_allowed?: boolean;
        };
        FactsPools: {
            accessible?: boolean;
            adults_only?: boolean;
            area?: number;
            depth_max?: number;
            depth_min?: number;
            description?: {
                [key: string]: string;
            };
            /** @enum {string} */
            heating?: "none" | "heated" | "heatable" | "heatable_and_coolable";
            heating_season?: {
                from: string;
                to: string;
            }[];
            /** Format: int64 */
            id?: number;
            /** @enum {string} */
            kind?: "main" | "relax" | "adults" | "children" | "children_integrated" | "baby" | "activity" | "wave" | "lazy_river" | "thermal" | "infinity" | "private" | "whirlpool" | "natural";
            length?: number;
            lifeguard?: boolean;
            name?: string;
            opening_hours?: {
                days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                to: string;
            }[];
            /** @enum {string} */
            parasols?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            place?: "outdoor" | "indoor" | "indoor_outdoor" | "rooftop";
            position?: number;
            season?: {
                from: string;
                to: string;
            }[];
            slides?: number;
            /** @enum {string} */
            sunbeds?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            towels?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            water?: "fresh" | "salt" | "thermal" | "sea";
        };
        FactsRestaurants: {
            air_conditioned?: boolean;
            children_welcome?: boolean;
            cuisines?: ("international" | "local" | "mediterranean" | "italian" | "greek" | "turkish" | "spanish" | "french" | "german" | "asian" | "chinese" | "japanese" | "thai" | "indian" | "mexican" | "american" | "middle_eastern" | "seafood" | "grill_steak" | "pizza" | "vegetarian" | "vegan" | "fusion" | "other")[];
            description?: {
                [key: string]: string;
            };
            /** @enum {string} */
            dress_code?: "casual" | "smart_casual" | "long_trousers" | "formal";
            high_chairs?: boolean;
            /** Format: int64 */
            id?: number;
            included_in_board?: ("RO" | "BB" | "HB" | "HB_PLUS" | "FB" | "FB_PLUS" | "AI_LIGHT" | "AI" | "UAI")[];
            meals?: ("breakfast" | "late_breakfast" | "brunch" | "lunch" | "snack" | "afternoon_tea" | "dinner" | "late_dinner")[];
            name?: string;
            non_smoking?: boolean;
            opening_hours?: {
                days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                to: string;
            }[];
            position?: number;
            /** @enum {string} */
            reservation?: "not_needed" | "recommended" | "required";
            season?: {
                from: string;
                to: string;
            }[];
            seats_indoor?: number;
            seats_outdoor?: number;
            show_cooking?: boolean;
            /** @enum {string} */
            surcharge?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            type?: "main_buffet" | "a_la_carte" | "themed" | "snack" | "beach" | "pool" | "rooftop" | "fine_dining" | "cafe" | "food_truck";
        };
        FactsRooms: {
            accessible_units?: number;
            /** @enum {string} */
            air_conditioning?: "no" | "individual" | "central" | "seasonal" | "fee";
            amenities?: ("heating" | "wifi" | "tv" | "satellite_tv" | "smart_tv" | "telephone" | "safe_free" | "safe_fee" | "minibar_free" | "minibar_fee" | "fridge" | "kettle" | "coffee_machine" | "kitchenette" | "microwave" | "dishwasher" | "washing_machine" | "iron" | "desk" | "sofa" | "living_area" | "connecting_door" | "soundproof" | "mosquito_net" | "smoke_detector" | "usb_socket" | "non_smoking" | "smoking_allowed")[];
            bathroom?: ("shower" | "bathtub" | "separate_toilet" | "bidet" | "hairdryer" | "bathrobe" | "slippers" | "toiletries" | "shared")[];
            bedrooms?: number;
            beds?: {
                count: number;
                /** @enum {string} */
                type: "single" | "twin" | "double" | "queen" | "king" | "sofa_bed" | "bunk" | "rollaway" | "cot" | "futon";
                width?: number;
            }[];
            code?: string;
            description?: {
                [key: string]: string;
            };
            /** Format: int64 */
            id?: number;
            /** @enum {string} */
            kind?: "room" | "studio" | "apartment" | "suite" | "junior_suite" | "family_room" | "maisonette" | "bungalow" | "villa" | "dormitory" | "mobile_home" | "cabin";
            max_adults?: number;
            max_children?: number;
            max_infants_extra?: number;
            max_occupancy?: number;
            min_occupancy?: number;
            name?: string;
            outdoor?: ("balcony" | "french_balcony" | "terrace" | "garden" | "private_pool" | "swim_up" | "none")[];
            position?: number;
            room_total_units?: number;
            size?: number;
            standard_occupancy?: number;
            views?: ("sea_front" | "sea" | "sea_side" | "pool" | "garden" | "mountain" | "lake" | "river" | "city" | "street" | "landmark" | "courtyard" | "none")[];
        };
        FactsSafetySustainability: {
            balcony_height_standard?: boolean;
            cctv?: boolean;
            certificates?: {
                level?: string;
                number?: string;
                /** @enum {string} */
                scheme: "travelife" | "green_key" | "earthcheck" | "green_globe" | "eu_ecolabel" | "nordic_swan" | "biosphere" | "iso14001" | "iso50001" | "emas" | "gstc_recognised" | "breeam" | "leed" | "tourcert" | "preferred_by_nature" | "other";
                url?: string;
                valid_until?: string;
            }[];
            description?: {
                [key: string]: string;
            };
            emergency_plan?: boolean;
            fire_alarm_system?: boolean;
            first_aid_24h?: boolean;
            haccp?: boolean;
            last_fire_inspection?: string;
            last_water_test?: string;
            local_food?: boolean;
            no_single_use_plastic?: boolean;
            pool_depth_markings?: boolean;
            renewable_energy?: boolean;
            security_24h?: boolean;
            smoke_detectors_rooms?: boolean;
            sprinklers?: boolean;
            towel_linen_reuse?: boolean;
            waste_separation?: boolean;
            water_saving?: boolean;
        };
        FactsServices: {
            /** @enum {string} */
            airport_transfer?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            cleaning?: "daily" | "every_2_days" | "twice_weekly" | "weekly" | "on_request";
            description?: {
                [key: string]: string;
            };
            /** @enum {string} */
            ev_charging?: "no" | "free" | "fee" | "on_request" | "local_provider";
            languages?: string[];
            /** @enum {string} */
            laundry?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            linen_change?: "daily" | "every_2_days" | "twice_weekly" | "weekly" | "on_request";
            /** @enum {string} */
            luggage_room?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            medical?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            parking?: "no" | "free" | "fee" | "on_request" | "local_provider";
            parking_spaces?: number;
            /** @enum {string} */
            reception?: "24h" | "limited" | "none";
            reception_hours?: {
                days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                to: string;
            }[];
            /** @enum {string} */
            room_service?: "no" | "free" | "fee" | "on_request" | "local_provider";
            room_service_hours?: {
                days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                to: string;
            }[];
            /** @enum {string} */
            safe_deposit?: "no" | "free" | "fee" | "on_request" | "local_provider";
            shops?: ("mini_market" | "souvenir" | "boutique" | "jeweller" | "pharmacy" | "hairdresser" | "atm" | "exchange" | "car_rental" | "bike_rental" | "excursion_desk" | "business_centre" | "concierge" | "self_laundry")[];
            /** @enum {string} */
            towel_change?: "daily" | "on_request" | "every_2_days" | "twice_weekly" | "weekly";
            /** @enum {string} */
            wifi_public?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            wifi_rooms?: "no" | "free" | "fee" | "on_request" | "local_provider";
        };
        FactsSportsWellness: {
            /** @enum {string} */
            ayurveda?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            beauty_treatments?: "no" | "free" | "fee" | "on_request" | "local_provider";
            description?: {
                [key: string]: string;
            };
            fitness_area?: number;
            fitness_from_age?: number;
            /** @enum {string} */
            flood_lighting?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            indoor_pool_access?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            massages?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            sauna?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            ski_storage?: "no" | "free" | "fee" | "on_request" | "local_provider";
            spa?: boolean;
            spa_area?: number;
            spa_from_age?: number;
            spa_hours?: {
                days?: ("mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun")[];
                from: string;
                to: string;
            }[];
            spa_name?: string;
            sports?: {
                /** @enum {string} */
                activity: "fitness_room" | "aerobics" | "aqua_fitness" | "yoga" | "pilates" | "tennis" | "padel" | "table_tennis" | "beach_volleyball" | "football" | "mini_football" | "basketball" | "multi_sport_court" | "badminton" | "squash" | "golf" | "mini_golf" | "archery" | "darts" | "boccia" | "billiards" | "bowling" | "cycling" | "e_bike" | "mountain_bike" | "hiking" | "running" | "riding" | "climbing" | "diving" | "snorkelling" | "surfing" | "windsurfing" | "kite_surfing" | "sailing" | "canoe_kayak" | "pedal_boat" | "stand_up_paddle" | "water_ski" | "jet_ski" | "banana_boat" | "parasailing" | "water_polo" | "fishing" | "ski_alpine" | "ski_cross_country" | "snowboard" | "sledging" | "ice_skating" | "other";
                count?: number;
                /** @enum {string} */
                level?: "none" | "beginner" | "advanced" | "all";
                note?: string;
                /** @enum {string} */
                offer: "no" | "free" | "fee" | "on_request" | "local_provider";
                season?: {
                    from: string;
                    to: string;
                }[];
            }[];
            /** @enum {string} */
            steam_bath?: "no" | "free" | "fee" | "on_request" | "local_provider";
            /** @enum {string} */
            thalasso?: "no" | "free" | "fee" | "on_request" | "local_provider";
            treatment_rooms?: number;
            /** @enum {string} */
            whirlpool?: "no" | "free" | "fee" | "on_request" | "local_provider";
        };
        FailedJob: {
            args: unknown;
            /** Format: int64 */
            attempts: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            died_at: string;
            /** Format: int64 */
            id: number;
            kind: string;
            last_error: string;
            request_id: string;
        };
        Features: {
            /** Format: int64 */
            api_keys: number;
            /** Format: int64 */
            calendars: number;
            /** Format: int64 */
            contacts: number;
            /** Format: int64 */
            data_refresh_minutes: number;
            /** Format: int64 */
            inbox_megabytes: number;
            /** Format: int64 */
            invoices_per_month: number;
            /** Format: int64 */
            letters_per_day: number;
            /** Format: int64 */
            partner_connections: number;
            /** Format: int64 */
            photos: number;
            /** Format: int64 */
            properties: number;
        };
        FeedError: {
            /** @enum {string} */
            code: "not_published";
            message: string;
        };
        FieldError: {
            code: string;
            field: string;
            message: string;
            params?: {
                [key: string]: unknown;
            };
        };
        GrantPlanRequestBody: {
            readonly granted_at?: unknown;
            readonly granted_by?: unknown;
            note?: string | null;
            plan?: (string | null) | {
                category: string;
                readonly features?: unknown;
                readonly name?: unknown;
            };
            /** Format: date */
            until?: string | null;
        };
        GridBody: {
            /** Format: int64 */
            calendar_id: number;
            /** Format: date */
            from: string;
            /** @enum {string} */
            kind: "master" | "connected" | "contracted" | "allotment" | "standalone";
            rooms: components["schemas"]["GridRoom"][];
            /** Format: date */
            to: string;
            /** Format: int64 */
            version: number;
        };
        GridDay: {
            /** Format: int64 */
            base: number;
            /** Format: int64 */
            borrowable?: number;
            /** Format: int64 */
            borrowed?: number;
            /** Format: date-time */
            changed_at?: string | null;
            changed_by?: components["schemas"]["ChangedBy"] | null;
            /** Format: int64 */
            closed: number;
            /** Format: int64 */
            confirmed: number;
            /** @enum {string} */
            decided_by?: "pool" | "master_status" | "own_status" | "release" | "numbers";
            /** Format: int64 */
            external: number;
            /** Format: int64 */
            lent?: number;
            note?: string;
            /** Format: int64 */
            others_closed?: number;
            /** Format: int64 */
            others_confirmed?: number;
            /** Format: int64 */
            own_available: number;
            /** Format: int64 */
            physical_remaining: number;
            /** @enum {string|null} */
            reason?: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** Format: int64 */
            released?: number;
            /** @enum {string} */
            state: "open" | "on_request" | "closed";
            /** @enum {string|null} */
            status: "free" | "open" | "request" | "stop" | "block" | null;
        };
        GridRoom: {
            days: {
                [key: string]: components["schemas"]["GridDay"];
            };
            /** Format: int64 */
            room_id: number;
            room_name: string;
            /** Format: int64 */
            total_units: number;
        };
        Guest: {
            /** Format: int64 */
            age: number | null;
            first_name: string;
            last_name: string;
            /** @enum {string} */
            type: "adult" | "child" | "infant";
        };
        HealthBody: {
            database: components["schemas"]["DatabaseHealth"];
            /** Format: int64 */
            disk_free_bytes: number | null;
            events: components["schemas"]["EventsHealth"];
            jobs: {
                [key: string]: number;
            };
            queues: components["schemas"]["QueueHealth"][];
            version: string;
            webhooks: components["schemas"]["WebhooksHealth"];
        };
        HeartbeatResponseBody: {
            is_online: boolean;
            /** Format: date-time */
            last_seen: string | null;
        };
        HeldPlanBody: {
            /** @enum {string} */
            category: "silver" | "gold" | "platinum" | "diamond";
            name: string;
            /** Format: date */
            until: string | null;
        };
        ImportedEinvoice: {
            amount_due: (string | null) | number;
            buyer: components["schemas"]["InboundParty"];
            candidates: components["schemas"]["Candidate"][];
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @enum {string} */
            direction: "issued" | "received";
            /** @enum {string|null} */
            document_type: "invoice" | "credit_note" | "correction" | null;
            /** Format: date */
            due_date: string | null;
            error: string;
            /** Format: int64 */
            id: number;
            invoice_number: string;
            /** Format: date */
            issue_date: string | null;
            /** Format: uuid */
            linked_invoice: string | null;
            problems?: components["schemas"]["FieldError"][];
            profile: string;
            seller: components["schemas"]["InboundParty"];
            /** @enum {string} */
            status: "received" | "linked" | "error";
            subtotal: (string | null) | number;
            /** @enum {string|null} */
            syntax: "ubl" | "cii" | null;
            tax_breakdown: components["schemas"]["InboundTax"][];
            tax_total: (string | null) | number;
            total: (string | null) | number;
        };
        ImportError: {
            /** Format: int64 */
            line: number;
            message: string;
            problems: components["schemas"]["FieldError"][];
        };
        ImportResult: {
            /** Format: int64 */
            created: number;
            errors: components["schemas"]["ImportError"][];
            /** Format: int64 */
            errors_total: number;
            /** Format: int64 */
            skipped: number;
            unknown_columns: string[];
            /** Format: int64 */
            updated: number;
        };
        InboundLine: {
            base_quantity: string | number;
            description: string;
            /** Format: date */
            from: string | null;
            line_id: string;
            line_total: string | number;
            part_of: string;
            quantity: string | number;
            tax_category: string;
            tax_rate: string | number;
            /** Format: date */
            to: string | null;
            unit_code: string;
            unit_price: string | number;
        };
        InboundParty: {
            city: string;
            contact_email: string;
            contact_name: string;
            contact_phone: string;
            country: string;
            electronic_address: string;
            electronic_address_scheme: string;
            identifier: string;
            name: string;
            postal_code: string;
            registration_number: string;
            street: string;
            tax_number: string;
            vat_id: string;
        };
        InboundTax: {
            category: string;
            rate: string | number;
            reason: string;
            tax_amount: string | number;
            taxable_amount: string | number;
        };
        InvoiceBody: {
            available_actions: ("update" | "delete" | "send" | "clearing" | "dispute" | "mark_paid" | "send_reminder" | "cancel" | "duplicate")[];
            buyer_reference: string;
            /** Format: date-time */
            cancelled_at: string | null;
            /** Format: date-time */
            cleared_at: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @enum {string} */
            direction: "received" | "sent";
            dispute_note: string;
            disputed: boolean;
            /** Format: date-time */
            disputed_at: string | null;
            /** Format: date */
            due_date: string;
            /** Format: uuid */
            id: string;
            invoice_number: string;
            is_overdue: boolean;
            /** Format: date */
            issue_date: string;
            /** Format: int64 */
            ledger: number | null;
            line_items: components["schemas"]["LineItem"][];
            notes: string;
            /** Format: int64 */
            owner: number;
            owner_company: string;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: int64 */
            partner: number | null;
            partner_company: string;
            payment_reference: string;
            /** Format: int64 */
            property: number | null;
            property_name: string;
            recipient_city: string;
            recipient_country: string;
            recipient_email: string;
            recipient_name: string;
            recipient_postal_code: string;
            recipient_street: string;
            recipient_vat_id: string;
            /** Format: date-time */
            sent_at: string | null;
            /** Format: date */
            service_from: string | null;
            /** Format: date */
            service_to: string | null;
            /** @enum {string} */
            status: "DRAFT" | "SENT" | "VIEWED" | "CLEARED" | "DISPUTED" | "PAID" | "OVERDUE" | "CANCELLED";
            subtotal: string | number;
            tax_amount: string | number;
            tax_breakdown: components["schemas"]["TaxBody"][];
            /** @enum {string} */
            tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            tax_exemption_reason: string;
            tax_rate: string | number;
            /** Format: int64 */
            template: number | null;
            total_amount: string | number;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            viewed_at: string | null;
        };
        InvoiceDetailBody: {
            activities: components["schemas"]["Activity"][];
            available_actions: ("update" | "delete" | "send" | "clearing" | "dispute" | "mark_paid" | "send_reminder" | "cancel" | "duplicate")[];
            buyer: components["schemas"]["InvoicePartyBody"];
            buyer_reference: string;
            /** Format: date-time */
            cancelled_at: string | null;
            /** Format: date-time */
            cleared_at: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @enum {string} */
            direction: "received" | "sent";
            dispute_note: string;
            disputed: boolean;
            /** Format: date-time */
            disputed_at: string | null;
            /** Format: date */
            due_date: string;
            /** Format: uuid */
            id: string;
            invoice_number: string;
            is_overdue: boolean;
            /** Format: date */
            issue_date: string;
            /** Format: int64 */
            ledger: number | null;
            line_items: components["schemas"]["LineItem"][];
            line_matches: components["schemas"]["RoomingMatch"][];
            notes: string;
            /** Format: int64 */
            owner: number;
            owner_company: string;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: int64 */
            partner: number | null;
            partner_company: string;
            payment: components["schemas"]["InvoicePaymentBody"];
            payment_reference: string;
            /** Format: int64 */
            property: number | null;
            property_name: string;
            recipient_city: string;
            recipient_country: string;
            recipient_email: string;
            recipient_name: string;
            recipient_postal_code: string;
            recipient_street: string;
            recipient_vat_id: string;
            reminders: components["schemas"]["Reminder"][];
            seller: components["schemas"]["InvoicePartyBody"];
            /** Format: date-time */
            sent_at: string | null;
            /** Format: date */
            service_from: string | null;
            /** Format: date */
            service_to: string | null;
            /** @enum {string} */
            status: "DRAFT" | "SENT" | "VIEWED" | "CLEARED" | "DISPUTED" | "PAID" | "OVERDUE" | "CANCELLED";
            subtotal: string | number;
            tax_amount: string | number;
            tax_breakdown: components["schemas"]["TaxBody"][];
            /** @enum {string} */
            tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            tax_exemption_reason: string;
            tax_rate: string | number;
            /** Format: int64 */
            template: number | null;
            total_amount: string | number;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            viewed_at: string | null;
            warnings?: components["schemas"]["Warning"][];
        };
        InvoiceDraftBody: {
            readonly activities?: unknown;
            readonly available_actions?: unknown;
            readonly buyer?: unknown;
            buyer_reference?: string | null;
            readonly cancelled_at?: unknown;
            readonly cleared_at?: unknown;
            readonly created_at?: unknown;
            currency?: string | null;
            readonly direction?: unknown;
            readonly dispute_note?: unknown;
            readonly disputed?: unknown;
            readonly disputed_at?: unknown;
            /** Format: date */
            due_date?: string;
            readonly id?: unknown;
            readonly invoice_number?: unknown;
            readonly is_overdue?: unknown;
            /** Format: date */
            issue_date?: string;
            readonly ledger?: unknown;
            line_items?: components["schemas"]["InvoiceLineBody"][] | null;
            readonly line_matches?: unknown;
            notes?: string | null;
            readonly owner?: unknown;
            readonly owner_company?: unknown;
            readonly paid_at?: unknown;
            /** Format: int64 */
            partner?: number | null;
            readonly partner_company?: unknown;
            readonly payment?: unknown;
            readonly payment_reference?: unknown;
            /** Format: int64 */
            property?: number | null;
            readonly property_name?: unknown;
            recipient_city?: string | null;
            recipient_country?: string | null;
            recipient_email?: string | null;
            recipient_name?: string | null;
            recipient_postal_code?: string | null;
            recipient_street?: string | null;
            recipient_vat_id?: string | null;
            readonly reminders?: unknown;
            readonly seller?: unknown;
            readonly sent_at?: unknown;
            /** Format: date */
            service_from?: string | null;
            /** Format: date */
            service_to?: string | null;
            readonly status?: unknown;
            readonly subtotal?: unknown;
            readonly tax_amount?: unknown;
            readonly tax_breakdown?: unknown;
            /** @enum {string|null} */
            tax_category?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | null;
            tax_exemption_reason?: string | null;
            tax_rate?: (string | null) | number;
            /** Format: int64 */
            template?: number | null;
            readonly total_amount?: unknown;
            readonly updated_at?: unknown;
            readonly viewed_at?: unknown;
            readonly warnings?: unknown;
        };
        InvoiceEntryPrice: {
            /** Format: int64 */
            entry: number;
            unit_price: string | number;
        };
        InvoiceFeedBody: {
            /** Format: date-time */
            generated_at: string;
            invoices: components["schemas"]["InvoiceFeedItem"][];
            /** Format: int64 */
            properties_total?: number;
            truncated?: boolean;
        };
        InvoiceFeedItem: {
            buyer_reference: string;
            /** Format: date-time */
            cancelled_at: string | null;
            /** Format: date-time */
            cleared_at: string | null;
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @enum {string} */
            direction: "received" | "sent";
            dispute_note: string;
            disputed: boolean;
            /** Format: date-time */
            disputed_at: string | null;
            /** Format: date */
            due_date: string;
            /** Format: uuid */
            id: string;
            invoice_number: string;
            /** Format: date */
            issue_date: string;
            /** Format: int64 */
            ledger: number | null;
            line_items: components["schemas"]["LineItem"][];
            notes: string;
            /** Format: int64 */
            owner: number;
            owner_company: string;
            /** Format: date-time */
            paid_at: string | null;
            /** Format: int64 */
            partner: number | null;
            partner_company: string;
            payment_reference: string;
            /** Format: int64 */
            property: number | null;
            property_name: string;
            recipient_city: string;
            recipient_country: string;
            recipient_email: string;
            recipient_name: string;
            recipient_postal_code: string;
            recipient_street: string;
            recipient_vat_id: string;
            /** Format: date-time */
            sent_at: string | null;
            /** Format: date */
            service_from: string | null;
            /** Format: date */
            service_to: string | null;
            /** @enum {string} */
            status: "DRAFT" | "SENT" | "VIEWED" | "CLEARED" | "DISPUTED" | "PAID" | "OVERDUE" | "CANCELLED";
            subtotal: string | number;
            tax_amount: string | number;
            tax_breakdown: components["schemas"]["TaxBody"][];
            /** @enum {string} */
            tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            tax_exemption_reason: string;
            tax_rate: string | number;
            /** Format: int64 */
            template: number | null;
            total_amount: string | number;
            /** Format: date-time */
            updated_at: string;
            /** Format: date-time */
            viewed_at: string | null;
        };
        InvoiceFigure: {
            amount: string | number;
            /** Format: int64 */
            count: number;
        };
        InvoiceLineBody: {
            description: string;
            /** Format: int64 */
            entry?: number;
            /** Format: date */
            from?: string;
            readonly line_total?: unknown;
            quantity: string | number;
            /** @enum {string} */
            tax_category?: "" | "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            tax_rate?: (string | null) | number;
            /** Format: date */
            to?: string;
            /** @enum {string} */
            unit?: "piece" | "night" | "room_night" | "day" | "week" | "month" | "hour" | "person" | "flat";
            unit_price: string | number;
        };
        InvoicePartyBody: {
            city: string;
            contact_email: string;
            contact_name: string;
            contact_phone: string;
            country: string;
            name: string;
            postal_code: string;
            registration_number: string;
            street: string;
            tax_number: string;
            vat_id: string;
        };
        InvoicePaymentBody: {
            account_holder: string;
            bank_details: string;
            bic: string;
            iban: string;
            payment_terms: string;
        };
        InvoiceRoomPrice: {
            /** Format: int64 */
            room: number;
            unit_price: string | number;
        };
        InvoiceStats: {
            by_status: {
                [key: string]: components["schemas"]["InvoiceFigure"];
            };
            currency: string;
            /** @enum {string} */
            direction: "received" | "sent";
            disputed: components["schemas"]["InvoiceFigure"];
            drafts: components["schemas"]["InvoiceFigure"];
            outstanding: components["schemas"]["InvoiceFigure"];
            overdue: components["schemas"]["InvoiceFigure"];
            paid: components["schemas"]["InvoiceFigure"];
        };
        InvoiceStatsResponseBody: {
            currencies: components["schemas"]["InvoiceStats"][];
        };
        InvoiceTemplateBody: {
            bank_details: string;
            /** Format: date-time */
            created_at: string;
            footer_text: string;
            header_text: string;
            /** Format: int64 */
            id: number;
            logo: string | null;
            name: string;
            payment_terms: string;
            primary_color: string;
            /** Format: date-time */
            updated_at: string;
        };
        InvoiceTemplateFields: {
            bank_details?: string | null;
            readonly created_at?: unknown;
            footer_text?: string | null;
            header_text?: string | null;
            readonly id?: unknown;
            logo?: string | null;
            readonly logo_key?: unknown;
            name?: string | null;
            payment_terms?: string | null;
            primary_color?: string | null;
            readonly updated_at?: unknown;
        };
        JoinInvitationRequestBody: {
            readonly accepted_at?: unknown;
            readonly available_actions?: unknown;
            readonly cancelled_at?: unknown;
            readonly changes_requested?: unknown;
            readonly comments?: unknown;
            readonly contract_terms?: unknown;
            readonly created_at?: unknown;
            readonly direction?: unknown;
            readonly id?: unknown;
            readonly initiated_by?: unknown;
            invitation: string;
            readonly invite_email?: unknown;
            readonly notice_period?: unknown;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly pending_version?: unknown;
            readonly permission_matrix?: unknown;
            readonly proposed_by?: unknown;
            readonly revision?: unknown;
            readonly share_stop_sale_reasons?: unknown;
            readonly ss_deadline?: unknown;
            readonly status?: unknown;
            readonly to_add_its_logo?: unknown;
            readonly to_add_own_photos?: unknown;
            readonly to_allow_on_request?: unknown;
            readonly to_edit_facts?: unknown;
            readonly to_select_photos?: unknown;
            readonly to_special_allotment?: unknown;
            readonly to_sync_ss?: unknown;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
        };
        KeptEnclosure: {
            name: string;
            /** Format: int64 */
            size: number;
        };
        KeptLetter: {
            attachments: components["schemas"]["KeptEnclosure"][];
            /** Format: date-time */
            date: string;
            from: string;
            html: string;
            id: string;
            /** Format: int64 */
            size: number;
            subject: string;
            text: string;
            to: string;
        };
        KeptMail: {
            /** Format: date-time */
            date: string;
            from: string;
            id: string;
            /** Format: int64 */
            size: number;
            subject: string;
            to: string;
        };
        LastPublishedResponseBody: {
            /** Format: date-time */
            last_publish_date: string | null;
        };
        LedgerInvoiceRequestBody: {
            readonly activities?: unknown;
            readonly available_actions?: unknown;
            readonly buyer?: unknown;
            buyer_reference?: string | null;
            readonly cancelled_at?: unknown;
            readonly cleared_at?: unknown;
            readonly created_at?: unknown;
            currency?: string | null;
            readonly direction?: unknown;
            readonly dispute_note?: unknown;
            readonly disputed?: unknown;
            readonly disputed_at?: unknown;
            /** Format: date */
            due_date?: string;
            entries?: components["schemas"]["InvoiceEntryPrice"][] | null;
            readonly id?: unknown;
            readonly invoice_number?: unknown;
            readonly is_overdue?: unknown;
            /** Format: date */
            issue_date?: string;
            readonly ledger?: unknown;
            readonly line_items?: unknown;
            readonly line_matches?: unknown;
            notes?: string | null;
            readonly owner?: unknown;
            readonly owner_company?: unknown;
            readonly paid_at?: unknown;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly payment?: unknown;
            readonly payment_reference?: unknown;
            prices?: components["schemas"]["InvoiceRoomPrice"][] | null;
            readonly property?: unknown;
            readonly property_name?: unknown;
            readonly recipient_city?: unknown;
            readonly recipient_country?: unknown;
            readonly recipient_email?: unknown;
            readonly recipient_name?: unknown;
            readonly recipient_postal_code?: unknown;
            readonly recipient_street?: unknown;
            readonly recipient_vat_id?: unknown;
            readonly reminders?: unknown;
            readonly seller?: unknown;
            readonly sent_at?: unknown;
            readonly service_from?: unknown;
            readonly service_to?: unknown;
            readonly status?: unknown;
            readonly subtotal?: unknown;
            readonly tax_amount?: unknown;
            readonly tax_breakdown?: unknown;
            /** @enum {string|null} */
            tax_category?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | null;
            tax_exemption_reason?: string | null;
            tax_rate?: (string | null) | number;
            /** Format: int64 */
            template?: number | null;
            readonly total_amount?: unknown;
            readonly updated_at?: unknown;
            readonly viewed_at?: unknown;
            readonly warnings?: unknown;
        };
        LineItem: {
            description: string;
            /** Format: int64 */
            entry: number | null;
            /** Format: date */
            from: string | null;
            line_total: string | number;
            quantity: string | number;
            /** @enum {string} */
            tax_category: "" | "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            tax_rate: (string | null) | number;
            /** Format: date */
            to: string | null;
            /** @enum {string} */
            unit: "piece" | "night" | "room_night" | "day" | "week" | "month" | "hour" | "person" | "flat";
            unit_price: string | number;
        };
        LinkEinvoiceRequestBody: {
            readonly amount_due?: unknown;
            readonly buyer?: unknown;
            readonly candidates?: unknown;
            readonly created_at?: unknown;
            readonly currency?: unknown;
            readonly direction?: unknown;
            readonly document_type?: unknown;
            readonly due_date?: unknown;
            readonly error?: unknown;
            readonly id?: unknown;
            /** Format: uuid */
            invoice: string | null;
            readonly invoice_number?: unknown;
            readonly issue_date?: unknown;
            readonly line_items?: unknown;
            readonly linked_invoice?: unknown;
            readonly problems?: unknown;
            readonly profile?: unknown;
            readonly seller?: unknown;
            readonly status?: unknown;
            readonly subtotal?: unknown;
            readonly syntax?: unknown;
            readonly tax_breakdown?: unknown;
            readonly tax_total?: unknown;
            readonly total?: unknown;
        };
        ListedProperty: {
            city: string;
            code: string;
            codes: components["schemas"]["PropertyCodes"];
            company_name: string;
            /** Format: int64 */
            contract: number | null;
            country: string;
            cover: string | null;
            facts_allowed: boolean;
            /** Format: double */
            latitude: number | null;
            logo: string | null;
            /** Format: double */
            longitude: number | null;
            name: string;
            /** Format: int64 */
            owner_id: number;
            /** Format: int64 */
            partner_count: number;
            partners: components["schemas"]["PropertyPartner"][];
            /** Format: int64 */
            photos: number;
            photos_allowed: boolean;
            /** Format: int64 */
            property_id: number;
            property_type: string;
            /** Format: date-time */
            published_at: string;
            /** Format: int64 */
            rooms: number;
            /** Format: double */
            stars: number | null;
            state: string;
            /** Format: int64 */
            version: number;
        };
        LoginRequestBody: {
            readonly auth_token?: unknown;
            email: string;
            password: string;
            remember_me?: boolean;
            readonly user?: unknown;
        };
        LoginResponseBody: {
            auth_token: string;
            user: components["schemas"]["UserBody"];
        };
        LogoutResponseBody: {
            message: string;
        };
        MailingListBody: {
            contacts: components["schemas"]["Contact"][];
            /** Format: int64 */
            contacts_count: number;
            contacts_truncated: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: date-time */
            updated_at: string;
        };
        MailingRequestBody: {
            language?: string;
            message?: string;
            readonly recipients?: unknown;
            readonly version?: unknown;
        };
        MailSent: {
            /** Format: int64 */
            recipients: number;
            /** Format: int64 */
            version: number;
        };
        MappedProperty: {
            city: string;
            country: string;
            /** Format: date-time */
            created_at: string;
            external_code: string;
            hotel_code: string;
            /** Format: int64 */
            id: number;
            internal_code: string;
            /** Format: int64 */
            property: number;
            property_code: string;
            property_name: string;
            supplier_code: string;
            /** Format: date-time */
            updated_at: string;
        };
        MappedRoom: {
            code: string;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: int64 */
            property: number;
            property_name: string;
            /** Format: int64 */
            room: number;
            room_code: string;
            room_name: string;
            /** Format: date-time */
            updated_at: string;
        };
        MarketCard: {
            /** @enum {string} */
            account_type: "accommodation" | "tour_operator";
            city: string;
            company_name: string;
            contract: components["schemas"]["MarketContract"] | null;
            countries: string[];
            country: string;
            /** Format: int64 */
            id: number;
            logo: string | null;
            properties: components["schemas"]["MarketProperty"][];
            /** Format: int64 */
            properties_count: number;
            website: string;
        };
        MarketContract: {
            /** @enum {string} */
            direction: "incoming" | "outgoing" | "current" | "ended";
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            status: "P" | "C" | "R" | "X" | "A";
        };
        MarketProperty: {
            city: string;
            country: string;
            cover: string | null;
            /** Format: int64 */
            id: number;
            name: string;
            property_type: string;
            /** Format: double */
            stars: number | null;
        };
        MarkNotificationsResponseBody: {
            /** Format: int64 */
            updated: number;
        };
        MessageResponseBody: {
            message: string;
        };
        MyPartnerBody: {
            /** Format: int64 */
            account: number;
            city: string;
            company_name: string;
            contract: components["schemas"]["PartnershipBody"];
            country: string;
            email: string;
            logo: string | null;
            phone: string;
            website: string;
        };
        NewInvoiceBody: {
            readonly activities?: unknown;
            readonly available_actions?: unknown;
            readonly buyer?: unknown;
            buyer_reference?: string | null;
            readonly cancelled_at?: unknown;
            readonly cleared_at?: unknown;
            readonly created_at?: unknown;
            currency?: string | null;
            readonly direction?: unknown;
            readonly dispute_note?: unknown;
            readonly disputed?: unknown;
            readonly disputed_at?: unknown;
            /** Format: date */
            due_date: string;
            readonly id?: unknown;
            readonly invoice_number?: unknown;
            readonly is_overdue?: unknown;
            /** Format: date */
            issue_date: string;
            readonly ledger?: unknown;
            line_items?: components["schemas"]["InvoiceLineBody"][] | null;
            readonly line_matches?: unknown;
            notes?: string | null;
            readonly owner?: unknown;
            readonly owner_company?: unknown;
            readonly paid_at?: unknown;
            /** Format: int64 */
            partner?: number | null;
            readonly partner_company?: unknown;
            readonly payment?: unknown;
            readonly payment_reference?: unknown;
            /** Format: int64 */
            property?: number | null;
            readonly property_name?: unknown;
            recipient_city?: string | null;
            recipient_country?: string | null;
            recipient_email?: string | null;
            recipient_name?: string | null;
            recipient_postal_code?: string | null;
            recipient_street?: string | null;
            recipient_vat_id?: string | null;
            readonly reminders?: unknown;
            readonly seller?: unknown;
            readonly sent_at?: unknown;
            /** Format: date */
            service_from?: string | null;
            /** Format: date */
            service_to?: string | null;
            readonly status?: unknown;
            readonly subtotal?: unknown;
            readonly tax_amount?: unknown;
            readonly tax_breakdown?: unknown;
            /** @enum {string|null} */
            tax_category?: "S" | "Z" | "E" | "AE" | "K" | "G" | "O" | null;
            tax_exemption_reason?: string | null;
            tax_rate?: (string | null) | number;
            /** Format: int64 */
            template?: number | null;
            readonly total_amount?: unknown;
            readonly updated_at?: unknown;
            readonly viewed_at?: unknown;
            readonly warnings?: unknown;
        };
        Notification: {
            body: string;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            id: number;
            is_read: boolean;
            kind: string;
            link: string;
            title: string;
        };
        NotificationCountResponseBody: {
            /** Format: int64 */
            count: number;
        };
        Option: {
            country?: string;
            label: string;
            offset?: string;
            value: string;
        };
        OptionList: {
            name: string;
        };
        OverbookDay: {
            /** Format: int64 */
            counted: number;
            /** Format: date */
            date: string;
            /** Format: int64 */
            reported: number;
            /** Format: int64 */
            room: number;
        };
        OverrideApprovalBody: {
            category: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            decided_at: string | null;
            fields: unknown;
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            kind: "facts" | "photo_selection" | "own_photo" | "logo";
            logo: string | null;
            /** Format: int64 */
            partner: number;
            partner_company: string;
            photos: components["schemas"]["OverrideApprovalPhoto"][];
            /** Format: int64 */
            property: number;
            property_name: string;
            reason: string;
            /** Format: int64 */
            record_id: number | null;
            /** Format: int64 */
            revision: number;
            source: unknown;
            /** @enum {string} */
            status: "active" | "waiting" | "declined";
            /** Format: date-time */
            updated_at: string;
        };
        OverrideApprovalPhoto: {
            caption: string;
            /** Format: int64 */
            id: number;
            own: boolean;
            thumbnails: components["schemas"]["SelectedPhotoThumbnails"];
            url: string;
        };
        OwnPhotoFields: {
            caption?: string | null;
            category?: string | null;
            readonly height?: unknown;
            readonly id?: unknown;
            readonly own?: unknown;
            readonly position?: unknown;
            readonly reason?: unknown;
            /** Format: int64 */
            room?: number | null;
            readonly selected?: unknown;
            readonly status?: unknown;
            readonly thumbnails?: unknown;
            readonly url?: unknown;
            readonly width?: unknown;
        };
        PageAllotmentDayBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["AllotmentDayBody"][];
        };
        PageAnnouncement: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Announcement"][];
        };
        PageAnnouncementBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["AnnouncementBody"][];
        };
        PageApiKeyBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["ApiKeyBody"][];
        };
        PageApiStatsRow: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["ApiStatsRow"][];
        };
        PageAuditEntryBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["AuditEntryBody"][];
        };
        PageAvailabilityProperty: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["AvailabilityProperty"][];
        };
        PageBill: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Bill"][];
        };
        PageBindableRateContract: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["BindableRateContract"][];
        };
        PageBlock: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Block"][];
        };
        PageBulkExportBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["BulkExportBody"][];
        };
        PageCity: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["City"][];
        };
        PageConnection: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Connection"][];
        };
        PageContact: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Contact"][];
        };
        PageContractBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["ContractBody"][];
        };
        PageContractVersionBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["ContractVersionBody"][];
        };
        PageCountry: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Country"][];
        };
        PageCurrency: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Currency"][];
        };
        PageDead: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["FailedJob"][];
        };
        PageDeliveryBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["DeliveryBody"][];
        };
        PageFactCategoryBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["FactCategoryBody"][];
        };
        PageFactsOverrideBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["FactsOverrideBody"][];
        };
        PageImport: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["AvailabilityImport"][];
        };
        PageInbound: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["ImportedEinvoice"][];
        };
        PageInvoiceBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["InvoiceBody"][];
        };
        PageInvoiceTemplateBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["InvoiceTemplateBody"][];
        };
        PageKeptMail: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["KeptMail"][];
        };
        PageListedProperty: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["ListedProperty"][];
        };
        PageMailingListBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["MailingListBody"][];
        };
        PageMappedProperty: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["MappedProperty"][];
        };
        PageMappedRoom: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["MappedRoom"][];
        };
        PageMarketCard: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["MarketCard"][];
        };
        PageMyPartnerBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["MyPartnerBody"][];
        };
        PageNamedCalendar: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Calendar"][];
        };
        PageNotification: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Notification"][];
        };
        PageOffer: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["PlanOffer"][];
        };
        PageOption: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Option"][];
        };
        PageOptionList: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["OptionList"][];
        };
        PageOverrideApprovalBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["OverrideApprovalBody"][];
        };
        PagePartnerCard: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["PartnerCard"][];
        };
        PagePartnerContract: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["PartnerContract"][];
        };
        PagePending: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["PendingSubmission"][];
        };
        PagePhotoBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["PhotoBody"][];
        };
        PageProperty: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Property"][];
        };
        PagePublication: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Publication"][];
        };
        PageRateContractBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["RateContractBody"][];
        };
        PageReportedProperty: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["ReportedProperty"][];
        };
        PageRoomingEntryBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["RoomingEntryBody"][];
        };
        PageRoomingLedgerBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["RoomingLedgerBody"][];
        };
        PageSessionBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["SessionBody"][];
        };
        PageShare: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Share"][];
        };
        PageStaffAccountBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["StaffAccountBody"][];
        };
        PageState: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["State"][];
        };
        PageStopSaleSource: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["StopSaleSource"][];
        };
        PageSyncLog: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["SyncLog"][];
        };
        PageUnmapped: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["Unmapped"][];
        };
        PageUserBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["UserBody"][];
        };
        PageWaitingProperty: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["WaitingProperty"][];
        };
        PageWebhookBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["WebhookBody"][];
        };
        PageWhitelistEntry: {
            /** Format: int64 */
            count: number;
            next: string | null;
            previous: string | null;
            results: components["schemas"]["WhitelistEntry"][];
        };
        PartnerAnswer: components["schemas"]["FactsFeedBody"] | components["schemas"]["PhotosFeedBody"] | components["schemas"]["StopSaleExportV1"] | components["schemas"]["AvailabilityExport"] | components["schemas"]["InvoiceFeedBody"] | components["schemas"]["RoomingFeedBody"];
        PartnerCard: {
            /** @enum {string} */
            account_type: "accommodation" | "tour_operator";
            city: string;
            company_name: string;
            country: string;
            /** Format: int64 */
            id: number;
            logo: string | null;
            /** Format: int64 */
            properties_count: number;
            website: string;
        };
        PartnerContract: {
            /** Format: int64 */
            calendar: number | null;
            /** Format: int64 */
            id: number;
            is_bound: boolean;
            /** Format: int64 */
            partner: number;
            partner_company: string;
        };
        PartnershipBody: {
            /** Format: date-time */
            accepted_at: string | null;
            changes_requested: boolean;
            comments: string;
            /** @enum {string} */
            contract_terms: "F" | "N" | "C";
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            notice_period: number;
            share_stop_sale_reasons: boolean;
            /** Format: int64 */
            ss_deadline: number;
            /** @enum {string} */
            to_add_its_logo: "Y" | "N" | "O";
            /** @enum {string} */
            to_add_own_photos: "Y" | "N" | "O";
            to_allow_on_request: boolean;
            /** @enum {string} */
            to_edit_facts: "Y" | "N" | "O";
            /** @enum {string} */
            to_select_photos: "Y" | "N" | "O";
            /** @enum {string} */
            to_special_allotment: "S" | "G";
            to_sync_ss: boolean;
        };
        PayInvoiceRequestBody: {
            readonly activities?: unknown;
            readonly available_actions?: unknown;
            readonly buyer?: unknown;
            readonly buyer_reference?: unknown;
            readonly cancelled_at?: unknown;
            readonly cleared_at?: unknown;
            readonly created_at?: unknown;
            readonly currency?: unknown;
            readonly direction?: unknown;
            readonly dispute_note?: unknown;
            readonly disputed?: unknown;
            readonly disputed_at?: unknown;
            readonly due_date?: unknown;
            readonly id?: unknown;
            readonly invoice_number?: unknown;
            readonly is_overdue?: unknown;
            readonly issue_date?: unknown;
            readonly ledger?: unknown;
            readonly line_items?: unknown;
            readonly line_matches?: unknown;
            readonly notes?: unknown;
            readonly owner?: unknown;
            readonly owner_company?: unknown;
            paid_at?: string;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly payment?: unknown;
            readonly payment_reference?: unknown;
            readonly property?: unknown;
            readonly property_name?: unknown;
            readonly recipient_city?: unknown;
            readonly recipient_country?: unknown;
            readonly recipient_email?: unknown;
            readonly recipient_name?: unknown;
            readonly recipient_postal_code?: unknown;
            readonly recipient_street?: unknown;
            readonly recipient_vat_id?: unknown;
            reference?: string;
            readonly reminders?: unknown;
            readonly seller?: unknown;
            readonly sent_at?: unknown;
            readonly service_from?: unknown;
            readonly service_to?: unknown;
            readonly status?: unknown;
            readonly subtotal?: unknown;
            readonly tax_amount?: unknown;
            readonly tax_breakdown?: unknown;
            readonly tax_category?: unknown;
            readonly tax_exemption_reason?: unknown;
            readonly tax_rate?: unknown;
            readonly template?: unknown;
            readonly total_amount?: unknown;
            readonly updated_at?: unknown;
            readonly viewed_at?: unknown;
            readonly warnings?: unknown;
        };
        PaymentCardResponseBody: {
            brand: string;
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            exp_month: number;
            /** Format: int64 */
            exp_year: number;
            /** Format: int64 */
            id: number;
            is_primary: boolean;
            last4: string;
            sandbox: boolean;
        };
        PaymentIntentResponseBody: {
            amount: string | number;
            client_secret: string;
            currency: string;
            net: string | number;
            payment_intent: string;
            sandbox: boolean;
            vat: string | number;
        };
        PendingSubmission: {
            company_name: string;
            /** Format: int64 */
            completeness: number;
            country: string;
            /** Format: int64 */
            id: number;
            missing: string[];
            /** Format: int64 */
            owner_id: number;
            /** Format: int64 */
            property_id: number;
            property_name: string;
            reason: string;
            /** Format: date-time */
            reviewed_at: string | null;
            /** Format: int64 */
            reviewed_by: number | null;
            /** @enum {string} */
            status: "pending" | "published" | "declined" | "replaced";
            /** Format: date-time */
            submitted_at: string;
            /** Format: int64 */
            submitted_by: number;
            /** Format: int64 */
            version: number | null;
        };
        PermissionBody: {
            fact_sheets: boolean;
            /** Format: int64 */
            id: number | null;
            integrations: boolean;
            invoicing: boolean;
            partner_connections: boolean;
            photos: boolean;
            property_ids: number[];
            reports: boolean;
            rooming: boolean;
            settings: boolean;
            stop_sales: boolean;
            subscriptions: boolean;
            /** Format: int64 */
            user: number;
        };
        PermissionFlags: {
            fact_sheets?: boolean | null;
            readonly id?: unknown;
            integrations?: boolean | null;
            invoicing?: boolean | null;
            partner_connections?: boolean | null;
            photos?: boolean | null;
            property_ids?: number[] | null;
            reports?: boolean | null;
            rooming?: boolean | null;
            settings?: boolean | null;
            stop_sales?: boolean | null;
            subscriptions?: boolean | null;
            readonly user?: unknown;
        };
        PersonalSettingsResponseBody: {
            auto_reminders: boolean;
            avatar: string | null;
            date_format: string;
            density: string;
            email: string;
            email_notifications: {
                [key: string]: boolean;
            };
            first_name: string;
            /** Format: int64 */
            id: number;
            language: string;
            last_name: string;
            theme: string;
            timezone: string;
        };
        PhotoBody: {
            /** Format: int64 */
            bytes: number;
            caption: string;
            /** @enum {string} */
            category: "exterior" | "room" | "pool" | "restaurant" | "beach" | "spa" | "lobby" | "other";
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            height: number;
            /** Format: int64 */
            id: number;
            is_cover: boolean;
            /** Format: int64 */
            position: number;
            /** Format: int64 */
            property: number;
            /** Format: int64 */
            room: number | null;
            thumbnails: components["schemas"]["PhotoThumbnails"];
            /** Format: date-time */
            updated_at: string;
            url: string;
            /** Format: int64 */
            width: number;
        };
        PhotoChangeBody: {
            after: components["schemas"]["PublishedPhoto"] | null;
            before: components["schemas"]["PublishedPhoto"] | null;
            /** @enum {string} */
            change: "added" | "changed" | "removed";
        };
        PhotoFields: {
            readonly bytes?: unknown;
            caption?: string | null;
            category?: string | null;
            readonly created_at?: unknown;
            readonly height?: unknown;
            readonly id?: unknown;
            is_cover?: boolean | null;
            readonly position?: unknown;
            readonly property?: unknown;
            /** Format: int64 */
            room?: number | null;
            readonly thumbnails?: unknown;
            readonly updated_at?: unknown;
            readonly url?: unknown;
            readonly width?: unknown;
        };
        PhotoOrder: {
            photos: number[];
        };
        PhotoOrderInput: {
            photos: number[];
        };
        PhotoRef: {
            readonly caption?: unknown;
            readonly category?: unknown;
            readonly height?: unknown;
            /** Format: int64 */
            id: number;
            own?: boolean;
            readonly position?: unknown;
            readonly reason?: unknown;
            readonly room?: unknown;
            selected?: boolean;
            readonly status?: unknown;
            readonly thumbnails?: unknown;
            readonly url?: unknown;
            readonly width?: unknown;
        };
        PhotosFeedBody: {
            /** Format: date-time */
            generated_at: string;
            properties: components["schemas"]["PhotosFeedProperty"][];
            /** Format: int64 */
            properties_total?: number;
            truncated?: boolean;
        };
        PhotosFeedProperty: {
            city: string;
            codes: components["schemas"]["PropertyCodes"];
            country: string;
            error?: components["schemas"]["FeedError"];
            logo?: string | null;
            name: string;
            photos?: components["schemas"]["PortfolioPhoto"][];
            /** Format: int64 */
            property_id: number;
            /** Format: date-time */
            published_at?: string;
            /** Format: int64 */
            version?: number;
        };
        PhotoThumbnails: {
            medium: string;
            small: string;
        };
        Plan: {
            /** @enum {string} */
            category: "free" | "silver" | "gold" | "platinum" | "diamond";
            features: components["schemas"]["Features"];
            name: string;
        };
        PlanGrantBody: {
            /** Format: date-time */
            granted_at: string | null;
            /** Format: int64 */
            granted_by: number | null;
            note: string;
            plan: components["schemas"]["Plan"];
            /** Format: date */
            until: string | null;
        };
        PlanInForceBody: {
            /** @enum {string} */
            category: "free" | "silver" | "gold" | "platinum" | "diamond";
            features: components["schemas"]["Features"];
            /** Format: date */
            granted_until: string | null;
            name: string;
            /** @enum {string} */
            source: "free" | "paid" | "granted" | "both";
        };
        PlanOffer: {
            badge: string;
            benefits: string[];
            /** @enum {string} */
            category: "silver" | "gold" | "platinum" | "diamond";
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @enum {string} */
            default_cycle: "monthly" | "yearly";
            features: components["schemas"]["Features"];
            /** Format: int64 */
            id: number;
            is_active: boolean;
            is_popular: boolean;
            name: string;
            price: string | number;
            /** Format: date-time */
            updated_at: string;
        };
        PlanOfferFields: {
            badge?: string | null;
            benefits?: string[];
            category?: string | null;
            readonly created_at?: unknown;
            readonly currency?: unknown;
            default_cycle?: string | null;
            features?: {
                /** Format: int64 */
                api_keys?: number;
                /** Format: int64 */
                calendars?: number;
                /** Format: int64 */
                contacts?: number;
                /** Format: int64 */
                data_refresh_minutes?: number;
                /** Format: int64 */
                inbox_megabytes?: number;
                /** Format: int64 */
                invoices_per_month?: number;
                /** Format: int64 */
                letters_per_day?: number;
                /** Format: int64 */
                partner_connections?: number;
                /** Format: int64 */
                photos?: number;
                /** Format: int64 */
                properties?: number;
            } | null;
            readonly id?: unknown;
            is_active?: boolean | null;
            is_popular?: boolean | null;
            name?: string | null;
            price?: (string | null) | number;
            readonly updated_at?: unknown;
        };
        PlanUse: {
            /** Format: int64 */
            limit: number;
            /** Format: int64 */
            used: number;
        };
        PmsBar: {
            /** Format: date */
            from: string;
            /** @enum {string} */
            kind: "reserved" | "checked_in" | "out_of_order";
            source: string;
            /** Format: date */
            to: string;
            /** Format: int64 */
            units: number;
        };
        PortfolioPhoto: {
            caption: string;
            category: string;
            /** Format: int64 */
            height: number;
            /** Format: int64 */
            id: number;
            is_cover: boolean;
            own: boolean;
            /** Format: int64 */
            room: number | null;
            thumbnails: components["schemas"]["PortfolioPhotoThumbnails"];
            url: string;
            /** Format: int64 */
            width: number;
        };
        PortfolioPhotoThumbnails: {
            medium: string;
            small: string;
        };
        Preferences: {
            auto_reminders: boolean;
            date_format: string;
            density: string;
            email_notifications: {
                [key: string]: boolean;
            };
            language: string;
            theme: string;
            timezone: string;
        };
        PreferencesChange: {
            auto_reminders?: boolean | null;
            date_format?: string | null;
            density?: string | null;
            email_notifications?: {
                [key: string]: boolean | null;
            } | null;
            language?: string | null;
            theme?: string | null;
            timezone?: string | null;
        };
        PreviewBody: {
            changes: components["schemas"]["FactChange"][];
            /** Format: int64 */
            completeness: number;
            country: string;
            facts: {
                [key: string]: unknown;
            };
            /** Format: int64 */
            id: number;
            missing: string[];
            /** Format: int64 */
            owner_id: number;
            photo_changes: components["schemas"]["PhotoChangeBody"][];
            photos: components["schemas"]["PublishedPhoto"][];
            property: components["schemas"]["Property"];
            /** Format: int64 */
            property_id: number;
            property_name: string;
            /** Format: date-time */
            published_at: string | null;
            /** Format: int64 */
            published_version: number | null;
            reason: string;
            record_changes: components["schemas"]["RecordChange"][];
            /** Format: date-time */
            reviewed_at: string | null;
            /** Format: int64 */
            reviewed_by: number | null;
            /** @enum {string} */
            status: "pending" | "published" | "declined" | "replaced";
            /** Format: date-time */
            submitted_at: string;
            /** Format: int64 */
            submitted_by: number;
            /** Format: int64 */
            version: number | null;
        };
        ProcessorEventResponseBody: {
            received: boolean;
        };
        ProfileRequestBody: {
            readonly account_type?: unknown;
            avatar?: string | null;
            readonly company_name?: unknown;
            readonly confirm_through?: unknown;
            readonly created_at?: unknown;
            email?: string | null;
            readonly email_confirmed?: unknown;
            readonly email_state?: unknown;
            first_name?: string | null;
            readonly id?: unknown;
            readonly is_manager?: unknown;
            readonly is_online?: unknown;
            language?: string | null;
            last_name?: string | null;
            readonly last_seen?: unknown;
            readonly owner_id?: unknown;
        };
        Property: {
            address: string;
            chain: string;
            city: string;
            code: string;
            country: string;
            /** Format: date-time */
            created_at: string;
            currency: string;
            email: string;
            /** Format: int64 */
            facts_completeness: number;
            /** Format: int64 */
            id: number;
            /** Format: double */
            latitude: number | null;
            logo: string | null;
            /** Format: double */
            longitude: number | null;
            name: string;
            /** Format: int64 */
            owner_id: number;
            phone: string;
            postal_code: string;
            property_type: string;
            /** Format: date-time */
            published_at: string | null;
            /** Format: double */
            stars: number | null;
            state: string;
            /** @enum {string} */
            status: "draft" | "pending" | "published" | "declined";
            timezone: string;
            /** Format: date-time */
            updated_at: string;
            website: string;
        };
        PropertyAccess: {
            accessible: boolean;
            categories: {
                [key: string]: boolean;
            };
            /** Format: int64 */
            contract: number | null;
            /** @enum {string} */
            edit: "Y" | "N" | "O";
            photos: boolean;
            /** Format: int64 */
            property: number;
            published: boolean;
            /** Format: date-time */
            published_at: string | null;
            /** @enum {string|null} */
            reason: "no_contract" | "not_allowed" | "not_published" | null;
            /** Format: int64 */
            version: number | null;
        };
        PropertyCodes: {
            external: string;
            hotel: string;
            internal: string;
            supplier: string;
        };
        PropertyDetailBody: {
            address: string;
            chain: string;
            city: string;
            code: string;
            country: string;
            /** Format: date-time */
            created_at: string;
            currency: string;
            email: string;
            facts: {
                [key: string]: unknown;
            };
            /** Format: int64 */
            facts_completeness: number;
            /** Format: int64 */
            id: number;
            /** Format: double */
            latitude: number | null;
            logo: string | null;
            /** Format: double */
            longitude: number | null;
            name: string;
            /** Format: int64 */
            owner_id: number;
            phone: string;
            postal_code: string;
            property_type: string;
            /** Format: date-time */
            published_at: string | null;
            /** Format: double */
            stars: number | null;
            state: string;
            /** @enum {string} */
            status: "draft" | "pending" | "published" | "declined";
            timezone: string;
            /** Format: date-time */
            updated_at: string;
            website: string;
        };
        PropertyMappingChange: {
            readonly city?: unknown;
            readonly country?: unknown;
            readonly created_at?: unknown;
            external_code?: string | null;
            hotel_code?: string | null;
            readonly id?: unknown;
            internal_code?: string | null;
            readonly property?: unknown;
            readonly property_code?: unknown;
            readonly property_name?: unknown;
            supplier_code?: string | null;
            readonly updated_at?: unknown;
        };
        PropertyMappingInput: {
            readonly city?: unknown;
            readonly country?: unknown;
            readonly created_at?: unknown;
            external_code?: string | null;
            hotel_code?: string | null;
            readonly id?: unknown;
            internal_code?: string | null;
            /** Format: int64 */
            property: number;
            readonly property_code?: unknown;
            readonly property_name?: unknown;
            supplier_code?: string | null;
            readonly updated_at?: unknown;
        };
        PropertyOverridesBody: {
            overrides: components["schemas"]["FactsOverrideBody"][];
            /** Format: int64 */
            property: number;
            property_name: string;
        };
        PropertyPartner: {
            company_name: string;
            /** Format: int64 */
            contract: number;
            facts_allowed: boolean;
            /** Format: int64 */
            partner: number;
            photos_allowed: boolean;
        };
        Publication: {
            /** Format: int64 */
            completeness: number;
            country: string;
            /** Format: int64 */
            id: number;
            missing: string[];
            /** Format: int64 */
            owner_id: number;
            /** Format: int64 */
            property_id: number;
            property_name: string;
            reason: string;
            /** Format: date-time */
            reviewed_at: string | null;
            /** Format: int64 */
            reviewed_by: number | null;
            /** @enum {string} */
            status: "pending" | "published" | "declined" | "replaced";
            /** Format: date-time */
            submitted_at: string;
            /** Format: int64 */
            submitted_by: number;
            /** Format: int64 */
            version: number | null;
        };
        PublishedBody: {
            facts: {
                [key: string]: unknown;
            };
            photos: components["schemas"]["PublishedPhoto"][];
            property: components["schemas"]["Property"];
            /** Format: int64 */
            property_id: number;
            /** Format: date-time */
            published_at: string;
            /** @enum {string} */
            status: "published";
            type: string;
            /** Format: int64 */
            version: number;
        };
        PublishedPhoto: {
            caption: string;
            category: string;
            /** Format: int64 */
            height: number;
            /** Format: int64 */
            id: number;
            is_cover: boolean;
            /** Format: int64 */
            room: number | null;
            thumbnails: components["schemas"]["PublishedPhotoThumbnails"];
            url: string;
            /** Format: int64 */
            width: number;
        };
        PublishedPhotoThumbnails: {
            medium: string;
            small: string;
        };
        PulledRateContract: {
            blocks: components["schemas"]["Block"][];
            /** Format: int64 */
            created: number;
            /** Format: int64 */
            deleted: number;
            /** Format: int64 */
            unchanged: number;
            /** Format: int64 */
            updated: number;
        };
        QueueHealth: {
            /** Format: int64 */
            jobs: number;
            /** Format: date-time */
            oldest: string | null;
            queue: string;
        };
        RateContractBody: {
            available_actions: ("update" | "delete")[];
            /** Format: date-time */
            created_at: string;
            /** Format: date */
            end_date: string;
            /** Format: date-time */
            ended_at: string | null;
            /** Format: int64 */
            id: number;
            name: string;
            number: string;
            /** Format: int64 */
            partner: number;
            partner_company: string;
            /** Format: int64 */
            property: number;
            property_name: string;
            rooms?: components["schemas"]["RoomAllotment"][];
            /** Format: int64 */
            rooms_count: number;
            /** Format: date */
            start_date: string;
            /** @enum {string} */
            status: "draft" | "active" | "ended";
            /** Format: date-time */
            updated_at: string;
            /** Format: int64 */
            user: number;
            user_company: string;
            warnings?: components["schemas"]["Warning"][] | null;
        };
        RecordChange: {
            category: string;
            /** @enum {string} */
            change: "added" | "changed" | "removed";
            lines: components["schemas"]["ChangedLine"][];
            name: string;
            /** Format: int64 */
            record: number | null;
            title: string;
        };
        Refusal: {
            /** @enum {string} */
            code: "stop_sale_not_shared" | "no_calendar" | "contract_ended" | "master_not_shared" | "exports_not_shared" | "not_published" | "hotel_suspended";
            message: string;
        };
        RegisterRequestBody: {
            /** @enum {string} */
            account_type: "accommodation" | "tour_operator";
            readonly auth_token?: unknown;
            company_name: string;
            country: string;
            email: string;
            first_name?: string;
            invitation?: string;
            language?: string;
            last_name?: string;
            password: string;
            readonly user?: unknown;
        };
        RejectedRow: {
            /** Format: int64 */
            line: number;
            message: string;
            problems?: components["schemas"]["FieldError"][];
        };
        Reminder: {
            recipient_email: string;
            /** @enum {string} */
            reminder_type: "first" | "second" | "final";
            /** Format: date-time */
            sent_at: string;
        };
        ReplayWebhookRequestBody: {
            readonly created_at?: unknown;
            readonly deliveries?: unknown;
            readonly endpoint?: unknown;
            event_types?: ("property.updated" | "stopsale.created" | "stopsale.updated" | "stopsale.cancelled" | "availability.updated" | "invoice.sent" | "invoice.paid" | "invoice.disputed" | "invoice.cancelled" | "test.ping")[];
            readonly finished_at?: unknown;
            /** Format: date-time */
            from: string;
            readonly id?: unknown;
            readonly status?: unknown;
            /** Format: date-time */
            to?: string;
        };
        ReportedHouse: {
            /** Format: int64 */
            closed: number;
            /** Format: int64 */
            closed_days: number;
            /** Format: int64 */
            external: number;
            /** Format: int64 */
            free: number;
            months: components["schemas"]["ReportedHouseMonth"][];
            occupancy: string;
            /** Format: int64 */
            room_nights: number;
            /** Format: int64 */
            sold: number;
            /** Format: int64 */
            stop_days: number;
        };
        ReportedHouseMonth: {
            /** Format: int64 */
            closed: number;
            /** Format: int64 */
            closed_days: number;
            /** Format: int64 */
            external: number;
            /** Format: int64 */
            free: number;
            month: string;
            occupancy: string;
            /** Format: int64 */
            room_nights: number;
            /** Format: int64 */
            sold: number;
            /** Format: int64 */
            stop_days: number;
        };
        ReportedOffer: {
            /** Format: int64 */
            allotment_nights: number | null;
            /** Format: int64 */
            available_nights: number | null;
            /** Format: int64 */
            closed_days: number;
            months: components["schemas"]["ReportedOfferMonth"][];
            /** Format: int64 */
            on_request_days: number;
            /** Format: int64 */
            open_days: number;
        };
        ReportedOfferMonth: {
            /** Format: int64 */
            allotment_nights: number | null;
            /** Format: int64 */
            available_nights: number | null;
            /** Format: int64 */
            closed_days: number;
            month: string;
            /** Format: int64 */
            on_request_days: number;
            /** Format: int64 */
            open_days: number;
        };
        ReportedProperty: {
            error?: components["schemas"]["Refusal"];
            /** Format: date */
            from: string;
            house?: components["schemas"]["ReportedHouse"];
            name: string;
            offer?: components["schemas"]["ReportedOffer"];
            /** Format: int64 */
            property_id: number;
            /** Format: date */
            to: string;
        };
        ReportedSource: {
            /** Format: int64 */
            checked_in: number;
            /** Format: int64 */
            out_of_order: number;
            /** Format: int64 */
            reserved: number;
            source: string;
            /** Format: int64 */
            units: number;
        };
        RequestResetRequestBody: {
            email: string;
            readonly message?: unknown;
        };
        Reservation: {
            /** Format: int64 */
            calendar_id: number | null;
            calendar_name: string;
            /** Format: date */
            from: string;
            guest: string;
            /** Format: int64 */
            id: number;
            reference: string;
            /** @enum {string} */
            status: "pending" | "confirmed" | "cancelled";
            /** Format: date */
            to: string;
            /** Format: int64 */
            units: number;
        };
        ReviewVersionRequestBody: {
            accept: boolean;
            readonly accepted_at?: unknown;
            readonly available_actions?: unknown;
            readonly cancelled_at?: unknown;
            readonly changes_requested?: unknown;
            readonly comments?: unknown;
            readonly contract_terms?: unknown;
            readonly created_at?: unknown;
            readonly direction?: unknown;
            readonly id?: unknown;
            readonly initiated_by?: unknown;
            readonly invite_email?: unknown;
            readonly notice_period?: unknown;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly pending_version?: unknown;
            readonly permission_matrix?: unknown;
            readonly proposed_by?: unknown;
            /** Format: int64 */
            revision?: number;
            readonly share_stop_sale_reasons?: unknown;
            readonly ss_deadline?: unknown;
            readonly status?: unknown;
            readonly to_add_its_logo?: unknown;
            readonly to_add_own_photos?: unknown;
            readonly to_allow_on_request?: unknown;
            readonly to_edit_facts?: unknown;
            readonly to_select_photos?: unknown;
            readonly to_special_allotment?: unknown;
            readonly to_sync_ss?: unknown;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
        };
        RoomAllotment: {
            /** Format: date */
            end_date: string;
            /** Format: int64 */
            quantity: number;
            /** Format: int64 */
            release_days: number;
            /** Format: int64 */
            room: number;
            /** Format: date */
            start_date: string;
        };
        RoomAllotmentInput: {
            /** Format: date */
            end_date?: string;
            /** Format: int64 */
            quantity?: number;
            /** Format: int64 */
            release_days?: number;
            /** Format: int64 */
            room?: number;
            /** Format: date */
            start_date?: string;
        };
        RoomingEntry: {
            /** Format: date */
            arrival: string;
            available_actions: ("update" | "delete" | "confirm" | "decline" | "cancel")[];
            board: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date */
            departure: string;
            guests: components["schemas"]["Guest"][];
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            ledger: number;
            note: string;
            reason: string;
            reference: string;
            /** Format: int64 */
            room: number | null;
            room_name: string;
            /** @enum {string} */
            status: "pending" | "confirmed" | "declined" | "cancelled";
            /** Format: int64 */
            units: number;
            /** Format: date-time */
            updated_at: string;
            warnings?: components["schemas"]["Warning"][] | null;
        };
        RoomingEntryBody: {
            /** Format: date */
            arrival: string;
            available_actions: ("update" | "delete" | "confirm" | "decline" | "cancel")[];
            board: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date */
            departure: string;
            guests: components["schemas"]["Guest"][];
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            ledger: number;
            note: string;
            reason: string;
            reference: string;
            /** Format: int64 */
            room: number | null;
            room_name: string;
            /** @enum {string} */
            status: "pending" | "confirmed" | "declined" | "cancelled";
            /** Format: int64 */
            units: number;
            /** Format: date-time */
            updated_at: string;
            warnings?: components["schemas"]["Warning"][] | null;
        };
        RoomingEntryInput: {
            /** Format: date */
            arrival: string;
            readonly available_actions?: unknown;
            /** @enum {string} */
            board?: "" | "RO" | "BB" | "HB" | "HB_PLUS" | "FB" | "FB_PLUS" | "AI_LIGHT" | "AI" | "UAI";
            readonly created_at?: unknown;
            /** Format: date */
            departure: string;
            guests?: components["schemas"]["RoomingGuestInput"][] | null;
            readonly id?: unknown;
            readonly ledger?: unknown;
            note?: string;
            readonly reason?: unknown;
            reference?: string;
            /** Format: int64 */
            room: number;
            readonly room_name?: unknown;
            readonly status?: unknown;
            /**
             * Format: int64
             * @default 1
             */
            units: number;
            readonly updated_at?: unknown;
            readonly warnings?: unknown;
        };
        RoomingFeedBody: {
            /** Format: date-time */
            generated_at: string;
            ledgers: components["schemas"]["RoomingFeedLedger"][];
            /** Format: int64 */
            properties_total?: number;
            truncated?: boolean;
        };
        RoomingFeedEntry: {
            /** Format: date */
            arrival: string;
            board: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date */
            departure: string;
            guests: components["schemas"]["Guest"][];
            /** Format: int64 */
            id: number;
            note: string;
            reason: string;
            reference: string;
            room_code: string;
            /** Format: int64 */
            room_id: number | null;
            room_name: string;
            /** @enum {string} */
            status: "pending" | "confirmed" | "declined" | "cancelled";
            /** Format: int64 */
            units: number;
            /** Format: date-time */
            updated_at: string;
        };
        RoomingFeedLedger: {
            /** Format: int64 */
            calendar: number | null;
            codes: components["schemas"]["PropertyCodes"];
            counts: components["schemas"]["EntryCounts"];
            /** Format: date-time */
            created_at: string;
            entries: components["schemas"]["RoomingFeedEntry"][];
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: int64 */
            partner: number | null;
            partner_company: string;
            /** Format: int64 */
            property_id: number;
            property_name: string;
            reason: string;
            reference: string;
            /** @enum {string} */
            status: "open" | "sent" | "confirmed" | "closed" | "cancelled";
            /** Format: date-time */
            updated_at: string;
            /** Format: int64 */
            user: number;
            user_company: string;
            warnings?: components["schemas"]["Warning"][] | null;
        };
        RoomingGuestInput: {
            /** Format: int64 */
            age?: number;
            first_name?: string;
            last_name?: string;
            type?: string;
        };
        RoomingLedgerBody: {
            available_actions: ("update" | "add_entries" | "send" | "confirm" | "decline" | "cancel" | "close" | "delete")[];
            /** Format: int64 */
            calendar: number | null;
            counts: components["schemas"]["EntryCounts"];
            /** Format: date-time */
            created_at: string;
            entries?: components["schemas"]["RoomingEntry"][];
            /** Format: int64 */
            entries_count: number;
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: int64 */
            partner: number | null;
            partner_company: string;
            /** Format: int64 */
            property: number;
            property_name: string;
            reason: string;
            reference: string;
            /** @enum {string} */
            status: "open" | "sent" | "confirmed" | "closed" | "cancelled";
            /** Format: date-time */
            updated_at: string;
            /** Format: int64 */
            user: number;
            user_company: string;
            warnings?: components["schemas"]["Warning"][] | null;
            /** @enum {string} */
            written_by: "hotel" | "operator";
        };
        RoomingMatch: {
            /** Format: date */
            arrival: string | null;
            /** Format: date */
            departure: string | null;
            /** Format: int64 */
            entry: number | null;
            invoiced: string | number;
            /** Format: int64 */
            line: number;
            room_nights: (string | null) | number;
            /** @enum {string} */
            state: "matched" | "differs" | "not_confirmed" | "unknown" | "no_stay";
        };
        RoomMappingChange: {
            code?: string | null;
            readonly created_at?: unknown;
            readonly id?: unknown;
            name?: string | null;
            readonly property?: unknown;
            readonly property_name?: unknown;
            readonly room?: unknown;
            readonly room_code?: unknown;
            readonly room_name?: unknown;
            readonly updated_at?: unknown;
        };
        RoomMappingInput: {
            code?: string | null;
            readonly created_at?: unknown;
            readonly id?: unknown;
            name?: string | null;
            readonly property?: unknown;
            readonly property_name?: unknown;
            /** Format: int64 */
            room: number;
            readonly room_code?: unknown;
            readonly room_name?: unknown;
            readonly updated_at?: unknown;
        };
        RotateAPIKeyRequestBody: {
            readonly contract?: unknown;
            readonly created_at?: unknown;
            readonly created_by?: unknown;
            readonly id?: unknown;
            keep_old?: boolean;
            readonly last_used_at?: unknown;
            readonly name?: unknown;
            readonly permissions?: unknown;
            readonly property_ids?: unknown;
            readonly suspended_permissions?: unknown;
            readonly token?: unknown;
            readonly token_prefix?: unknown;
        };
        RotateWebhookRequestBody: {
            readonly created_at?: unknown;
            readonly created_by?: unknown;
            readonly disabled_problems?: unknown;
            readonly disabled_reason?: unknown;
            readonly event_types?: unknown;
            readonly failing_since?: unknown;
            readonly id?: unknown;
            readonly is_active?: unknown;
            readonly name?: unknown;
            /** Format: int64 */
            overlap_hours?: number;
            readonly previous_secret_until?: unknown;
            readonly secret?: unknown;
            readonly secret_prefix?: unknown;
            readonly url?: unknown;
        };
        SaleBody: {
            badge: string;
            benefits: string[];
            /** @enum {string} */
            category: "silver" | "gold" | "platinum" | "diamond";
            /** Format: date-time */
            created_at: string;
            currency: string;
            /** @enum {string} */
            default_cycle: "monthly" | "yearly";
            features: components["schemas"]["Features"];
            /** Format: int64 */
            id: number;
            is_active: boolean;
            is_popular: boolean;
            name: string;
            price: string | number;
            /** Format: date-time */
            updated_at: string;
            yearly_price: string | number;
        };
        SalesResponseBody: {
            /** Format: int64 */
            count: number;
            next: string | null;
            /** @enum {string} */
            payments: "stripe" | "sandbox" | "off";
            previous: string | null;
            results: components["schemas"]["SaleBody"][];
            sandbox: boolean;
        };
        SaveAllotmentDaysRequestBody: {
            days: components["schemas"]["AllotmentDayInput"][];
            readonly saved?: unknown;
            readonly skipped?: unknown;
            readonly version?: unknown;
            readonly warnings?: unknown;
        };
        SaveAllotmentRangeRequestBody: {
            add?: {
                /** Format: int64 */
                closed?: number;
                /** Format: int64 */
                confirmed?: number;
            } | null;
            /** Format: int64 */
            closed?: number | null;
            /** Format: int64 */
            confirmed?: number | null;
            /** Format: date */
            from: string;
            note?: string | null;
            /** @enum {string|null} */
            reason?: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            rooms?: number[] | null;
            readonly saved?: unknown;
            readonly skipped?: unknown;
            /** @enum {string|null} */
            status?: "free" | "open" | "request" | "stop" | "block" | null;
            /** Format: date */
            to: string;
            readonly version?: unknown;
            readonly warnings?: unknown;
            weekdays?: number[] | null;
        };
        SavedAllotmentDayBody: {
            /** Format: int64 */
            calendar: number;
            /** Format: int64 */
            closed: number;
            /** Format: int64 */
            confirmed: number;
            /** Format: date */
            date: string;
            note: string;
            /** @enum {string|null} */
            reason: "renovation" | "group_hold" | "allotment_expired" | "hotel_event" | "force_majeure" | "peak_exclusion" | null;
            /** Format: int64 */
            room: number;
            /** Format: int64 */
            rooming: number;
            /** @enum {string|null} */
            status: "free" | "open" | "request" | "stop" | "block" | null;
            /** Format: int64 */
            version: number;
            warnings?: components["schemas"]["Warning"][];
        };
        SavedAllotmentDaysBody: {
            days: components["schemas"]["AllotmentDayBody"][];
            /** Format: int64 */
            saved: number;
            /** Format: int64 */
            skipped: number;
            /** Format: int64 */
            version: number;
            warnings?: components["schemas"]["Warning"][] | null;
        };
        SavedAllotmentRangeResponseBody: {
            /** Format: int64 */
            saved: number;
            /** Format: int64 */
            skipped: number;
            /** Format: int64 */
            version: number;
            warnings?: components["schemas"]["Warning"][];
        };
        SaveFactsOverrideRequestBody: {
            readonly approved_fields?: unknown;
            category: string;
            readonly created_at?: unknown;
            fields: {
                [key: string]: unknown;
            };
            readonly id?: unknown;
            readonly in_force?: unknown;
            /** Format: int64 */
            property: number;
            readonly property_name?: unknown;
            readonly reason?: unknown;
            /** Format: int64 */
            record_id?: number | null;
            readonly source?: unknown;
            readonly source_at_creation?: unknown;
            readonly source_changed?: unknown;
            readonly source_changed_at?: unknown;
            readonly source_changed_fields?: unknown;
            readonly status?: unknown;
            readonly updated_at?: unknown;
        };
        SaveSelectionRequestBody: {
            readonly add_logo?: unknown;
            readonly add_own?: unknown;
            readonly logo?: unknown;
            readonly logo_status?: unknown;
            readonly new_photos?: unknown;
            photos?: components["schemas"]["PhotoRef"][] | null;
            readonly property?: unknown;
            readonly select?: unknown;
            readonly selection_reason?: unknown;
            selection_status?: string | null;
            use_own_logo?: boolean | null;
        };
        SaveStopSaleRequestBody: {
            readonly date_update?: unknown;
            readonly name?: unknown;
            /** Format: int64 */
            property: number;
            rooms: components["schemas"]["StopSaleRoomInput"][];
        };
        SelectedPhoto: {
            caption: string;
            category: string;
            /** Format: int64 */
            height: number;
            /** Format: int64 */
            id: number;
            own: boolean;
            /** Format: int64 */
            position: number | null;
            reason: string;
            /** Format: int64 */
            room: number | null;
            selected: boolean;
            status: string | null;
            thumbnails: components["schemas"]["SelectedPhotoThumbnails"];
            url: string;
            /** Format: int64 */
            width: number;
        };
        SelectedPhotoThumbnails: {
            medium: string;
            small: string;
        };
        SelectionBody: {
            /** @enum {string} */
            add_logo: "Y" | "N" | "O";
            /** @enum {string} */
            add_own: "Y" | "N" | "O";
            logo: string | null;
            logo_status: string | null;
            new_photos: number[];
            photos: components["schemas"]["SelectedPhoto"][];
            /** Format: int64 */
            property: number;
            /** @enum {string} */
            select: "Y" | "N" | "O";
            selection_reason: string;
            selection_status: string | null;
            use_own_logo: boolean;
        };
        Seller: {
            address: string;
            bic: string;
            city: string;
            contact_email: string;
            contact_name: string;
            contact_phone: string;
            country: string;
            iban: string;
            name: string;
            postal_code: string;
            registration_number: string;
            vat_id: string;
            vat_rate: string | number;
        };
        SellerRequestBody: {
            address?: string | null;
            bic?: string | null;
            city?: string | null;
            contact_email?: string | null;
            contact_name?: string | null;
            contact_phone?: string | null;
            country?: string | null;
            iban?: string | null;
            name?: string | null;
            postal_code?: string | null;
            registration_number?: string | null;
            vat_id?: string | null;
            vat_rate?: (string | null) | number;
        };
        SendStopSaleRequestBody: {
            language?: string;
            message?: string;
            readonly recipients?: unknown;
        };
        SessionBody: {
            /** Format: date-time */
            created_at: string;
            device: string;
            /** Format: int64 */
            id: number;
            ip_address: string;
            is_active: boolean;
            is_current: boolean;
            /** Format: date-time */
            last_seen: string;
            remember_me: boolean;
        };
        SessionResponseBody: {
            company: components["schemas"]["Company"] | null;
            permissions: components["schemas"]["PermissionBody"];
            plan: components["schemas"]["Plan"];
            preferences: components["schemas"]["Preferences"];
            /** Format: int64 */
            unread_notifications: number;
            user: components["schemas"]["UserBody"];
        };
        SetupIntentResponseBody: {
            client_secret: string;
            sandbox: boolean;
            setup_intent: string;
        };
        Share: {
            /** Format: int64 */
            donor_room: number;
            /** Format: date */
            end_date: string | null;
            /** Format: int64 */
            id: number;
            is_active: boolean;
            /** Format: int64 */
            max_units: number;
            open_while_borrowing: boolean;
            /** Format: int64 */
            property: number;
            /** Format: int64 */
            recipient_room: number;
            /** Format: date */
            start_date: string | null;
        };
        ShareChangeFields: {
            /** Format: int64 */
            donor_room?: number | null;
            /** Format: date */
            end_date?: string | null;
            readonly id?: unknown;
            is_active?: boolean | null;
            /** Format: int64 */
            max_units?: number | null;
            open_while_borrowing?: boolean | null;
            /** Format: int64 */
            property?: number | null;
            /** Format: int64 */
            recipient_room?: number | null;
            /** Format: date */
            start_date?: string | null;
        };
        SharedDay: {
            /** Format: int32 */
            color: number;
            /** Format: date */
            date: string;
        };
        SharedSpan: {
            available: boolean;
            /** Format: int32 */
            color: number;
            /** Format: date */
            from: string;
            /** Format: date */
            to: string;
        };
        ShownAvailability: {
            /** Format: date */
            from: string;
            rooms: components["schemas"]["ShownRoom"][];
            /** Format: date */
            to: string;
        };
        ShownBody: {
            availability: components["schemas"]["ShownAvailability"] | null;
            city: string;
            color: string;
            country: string;
            description: string;
            facts: components["schemas"]["ShownSection"][] | null;
            /** @enum {string} */
            language: "auto" | "en" | "de" | "tr" | "el";
            logo: string | null;
            name: string;
            photos: components["schemas"]["ShownPhoto"][] | null;
            /** Format: double */
            stars: number | null;
            /** @enum {string} */
            text_language: "en" | "de" | "tr" | "el";
            /** @enum {string} */
            theme: "auto" | "light" | "dark";
        };
        ShownDays: {
            /** Format: date */
            from: string;
            /** @enum {string} */
            state: "open" | "on_request" | "closed";
            /** Format: date */
            to: string;
        };
        ShownEntry: {
            lines: components["schemas"]["ShownLine"][];
            title: string;
        };
        ShownLine: {
            label: string;
            value: string;
        };
        ShownPhoto: {
            caption: string;
            /** Format: int64 */
            height: number;
            thumbnail: string;
            url: string;
            /** Format: int64 */
            width: number;
        };
        ShownRoom: {
            days: components["schemas"]["ShownDays"][];
            name: string;
        };
        ShownSection: {
            entries: components["schemas"]["ShownEntry"][];
            key: string;
            title: string;
        };
        StaffAccountBody: {
            /** @enum {string} */
            account_type: "accommodation" | "tour_operator";
            company_name: string;
            country: string;
            /** Format: date-time */
            created_at: string;
            /** Format: email */
            email: string;
            email_confirmed: boolean;
            first_name: string;
            /** Format: int64 */
            id: number;
            last_name: string;
            /** Format: date-time */
            last_seen: string | null;
            plan: components["schemas"]["StaffPlanBody"];
            /** @enum {string} */
            status: "active" | "suspended";
            /** Format: date-time */
            suspended_at: string | null;
            suspended_note: string;
            usage: {
                [key: string]: components["schemas"]["PlanUse"];
            };
            /** Format: int64 */
            users: number;
        };
        StaffAccountDetailBody: {
            /** @enum {string} */
            account_type: "accommodation" | "tour_operator";
            company_name: string;
            country: string;
            /** Format: date-time */
            created_at: string;
            /** Format: email */
            email: string;
            email_confirmed: boolean;
            first_name: string;
            /** Format: int64 */
            id: number;
            last_name: string;
            /** Format: date-time */
            last_seen: string | null;
            plan: components["schemas"]["StaffPlanBody"];
            /** @enum {string} */
            status: "active" | "suspended";
            /** Format: date-time */
            suspended_at: string | null;
            suspended_note: string;
            usage: {
                [key: string]: components["schemas"]["PlanUse"];
            };
            user_list: components["schemas"]["StaffUserBody"][];
            /** Format: int64 */
            users: number;
        };
        StaffPlanBody: {
            /** @enum {string} */
            category: "free" | "silver" | "gold" | "platinum" | "diamond";
            granted: components["schemas"]["HeldPlanBody"] | null;
            name: string;
            paid: components["schemas"]["HeldPlanBody"] | null;
        };
        StaffSessionBody: {
            /** Format: date-time */
            created_at: string;
            device: string;
            /** Format: int64 */
            id: number;
            ip_address: string;
            /** Format: date-time */
            last_seen: string;
        };
        StaffUserBody: {
            /** Format: email */
            email: string;
            first_name: string;
            /** Format: int64 */
            id: number;
            is_manager: boolean;
            last_name: string;
            /** Format: date-time */
            last_seen: string | null;
            sessions: components["schemas"]["StaffSessionBody"][];
        };
        State: {
            code: string;
            country: string;
            name: string;
        };
        StopSaleCalendar: {
            /** Format: date-time */
            date_update: string | null;
            name: string;
            /** Format: int64 */
            property: number;
            rooms: components["schemas"]["StopSaleRoom"][];
        };
        StopSaleEvent: {
            /** Format: int32 */
            color: number;
            /** Format: date */
            date: string;
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            room: number;
            source: string;
            /** @enum {string} */
            status: "Free Sale" | "Open Sale" | "Stop Sale" | "On Request" | "Blocked";
            warnings?: components["schemas"]["Warning"][];
        };
        StopSaleExport: {
            properties: components["schemas"]["StopSaleExportProperty"][];
        };
        StopSaleExportProperty: {
            city: string;
            codes: components["schemas"]["PropertyCodes"];
            country: string;
            /** Format: date-time */
            date_update: string | null;
            error?: components["schemas"]["ClosedProperty"];
            name: string;
            /** Format: int64 */
            property_id: number;
            rooms: components["schemas"]["StopSaleExportRoom"][];
        };
        StopSaleExportRoom: {
            code: string;
            events: components["schemas"]["SharedDay"][];
            /** Format: int64 */
            id: number;
            name: string;
        };
        StopSaleExportV1: {
            /** Format: date-time */
            generated_at: string;
            properties: components["schemas"]["StopSaleExportProperty"][];
            /** Format: int64 */
            properties_total?: number;
            truncated?: boolean;
        };
        StopSaleRanges: {
            properties: components["schemas"]["StopSaleRangesProperty"][];
        };
        StopSaleRangesProperty: {
            city: string;
            codes: components["schemas"]["PropertyCodes"];
            country: string;
            /** Format: date-time */
            date_update: string | null;
            error?: components["schemas"]["ClosedProperty"];
            name: string;
            /** Format: int64 */
            property_id: number;
            rooms: components["schemas"]["StopSaleRangesRoom"][];
        };
        StopSaleRangesRoom: {
            code: string;
            /** Format: int64 */
            id: number;
            name: string;
            ranges: components["schemas"]["SharedSpan"][];
        };
        StopSaleRoom: {
            code: string;
            events: components["schemas"]["StopSaleRoomDate"][];
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: int64 */
            room_total_units: number;
        };
        StopSaleRoomDate: {
            /** Format: int32 */
            color: number;
            /** Format: date */
            date: string;
            /** Format: int64 */
            id: number;
            source: string;
            /** @enum {string} */
            status: "Free Sale" | "Open Sale" | "Stop Sale" | "On Request" | "Blocked";
        };
        StopSaleRoomInput: {
            readonly code?: unknown;
            readonly events?: unknown;
            /** Format: int64 */
            id?: number;
            name?: string | null;
            /** Format: int64 */
            room_total_units?: number | null;
        };
        StopSaleSent: {
            /** Format: int64 */
            recipients: number;
        };
        StopSaleSource: {
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            id: number;
            name: string;
            /** Format: int64 */
            user: number;
        };
        SubmitRoomingBody: {
            /** Format: int64 */
            calendar?: number;
            readonly codes?: unknown;
            readonly counts?: unknown;
            readonly created_at?: unknown;
            entries: components["schemas"]["SubmittedRoomingStay"][] | null;
            readonly generated_at?: unknown;
            readonly id?: unknown;
            readonly ledgers?: unknown;
            name: string;
            /** Format: int64 */
            partner?: number;
            readonly partner_company?: unknown;
            readonly properties_total?: unknown;
            /** Format: int64 */
            property?: number;
            property_code?: string;
            /** Format: int64 */
            property_id?: number;
            readonly property_name?: unknown;
            readonly reason?: unknown;
            reference: string;
            readonly status?: unknown;
            readonly truncated?: unknown;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
            readonly warnings?: unknown;
        };
        SubmittedRoomingStay: {
            /** Format: date */
            arrival: string;
            /** @enum {string} */
            board?: "" | "RO" | "BB" | "HB" | "HB_PLUS" | "FB" | "FB_PLUS" | "AI_LIGHT" | "AI" | "UAI";
            readonly created_at?: unknown;
            /** Format: date */
            departure: string;
            guests?: components["schemas"]["RoomingGuestInput"][] | null;
            readonly id?: unknown;
            note?: string;
            readonly reason?: unknown;
            reference?: string;
            /** Format: int64 */
            room?: number;
            room_code?: string;
            /** Format: int64 */
            room_id?: number;
            readonly room_name?: unknown;
            readonly status?: unknown;
            /**
             * Format: int64
             * @default 1
             */
            units: number;
            readonly updated_at?: unknown;
        };
        Subscription: {
            auto_renew: boolean;
            balance: string | number;
            /** @enum {string|null} */
            billing_cycle: "monthly" | "yearly" | null;
            cancel_at_period_end: boolean;
            /** @enum {string} */
            category: "free" | "silver" | "gold" | "platinum" | "diamond";
            currency: string | null;
            /** Format: date */
            end_date: string | null;
            is_active: boolean;
            /** Format: date */
            next_attempt_date: string | null;
            /** @enum {string|null} */
            next_billing_cycle: "monthly" | "yearly" | null;
            /** Format: date */
            next_billing_date: string | null;
            /** Format: int64 */
            next_plan: number | null;
            next_plan_name: string | null;
            /** Format: int64 */
            plan: number | null;
            plan_name: string;
            price: string | number;
            provider_subscription_id: string | null;
            /** Format: int64 */
            renewal_attempts: number;
            /** Format: date */
            start_date: string | null;
            stripe_customer_id: string | null;
        };
        SubscriptionResponseBody: {
            payment: components["schemas"]["Bill"] | null;
            sandbox: boolean;
            subscription: components["schemas"]["Subscription"];
        };
        SuspendAccountRequestBody: {
            readonly account_type?: unknown;
            readonly company_name?: unknown;
            readonly country?: unknown;
            readonly created_at?: unknown;
            readonly email?: unknown;
            readonly email_confirmed?: unknown;
            readonly first_name?: unknown;
            readonly id?: unknown;
            readonly last_name?: unknown;
            readonly last_seen?: unknown;
            note?: string;
            readonly plan?: unknown;
            readonly status?: unknown;
            readonly suspended_at?: unknown;
            readonly suspended_note?: unknown;
            readonly usage?: unknown;
            readonly users?: unknown;
        };
        SyncLog: {
            /** Format: int64 */
            connection: number;
            direction: string;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: int64 */
            id: number;
            /** Format: int64 */
            items_failed: number;
            /** Format: int64 */
            items_ok: number;
            message: string;
            problems?: components["schemas"]["FieldError"][];
            /** Format: date-time */
            started_at: string;
            status: string;
        };
        TaxBody: {
            reason: string;
            tax_amount: string | number;
            /** @enum {string} */
            tax_category: "S" | "Z" | "E" | "AE" | "K" | "G" | "O";
            tax_rate: string | number;
            taxable_amount: string | number;
        };
        TermChange: {
            from: unknown;
            to: unknown;
        };
        Terms: {
            comments: string;
            /** @enum {string} */
            contract_terms: "F" | "N" | "C";
            /** Format: int64 */
            notice_period: number;
            share_stop_sale_reasons: boolean;
            /** Format: int64 */
            ss_deadline: number;
            /** @enum {string} */
            to_add_its_logo: "Y" | "N" | "O";
            /** @enum {string} */
            to_add_own_photos: "Y" | "N" | "O";
            to_allow_on_request: boolean;
            /** @enum {string} */
            to_edit_facts: "Y" | "N" | "O";
            /** @enum {string} */
            to_select_photos: "Y" | "N" | "O";
            /** @enum {string} */
            to_special_allotment: "S" | "G";
            to_sync_ss: boolean;
        };
        TestCallRequestBody: {
            /** @enum {string} */
            endpoint: "facts" | "photos" | "stop-sale" | "allotment-stop-sale" | "invoices" | "rooming";
            params?: {
                [key: string]: string | number | boolean | (string | number | boolean)[];
            };
        };
        Timeline: {
            /** Format: int64 */
            calendar_id: number;
            /** Format: date */
            from: string;
            rooms: components["schemas"]["TimelineRoom"][];
            /** Format: date */
            to: string;
        };
        TimelineRoom: {
            allocations: components["schemas"]["Allocation"][];
            pms: components["schemas"]["PmsBar"][];
            reservations: components["schemas"]["Reservation"][];
            /** Format: int64 */
            room_id: number;
            room_name: string;
            /** Format: int64 */
            total_units: number;
        };
        Unmapped: {
            city: string;
            country: string;
            /** Format: int64 */
            property: number;
            property_code: string;
            property_name: string;
            /** Format: int64 */
            room: number | null;
            room_code: string | null;
            room_name: string | null;
        };
        UpdateAnnouncementRequestBody: {
            audience?: string | null;
            body?: {
                [key: string]: string;
            } | null;
            readonly created_at?: unknown;
            /** Format: date-time */
            ends_at?: string | null;
            readonly id?: unknown;
            level?: string | null;
            link?: string | null;
            /** Format: date-time */
            starts_at?: string | null;
            title?: {
                [key: string]: string;
            } | null;
            readonly updated_at?: unknown;
        };
        UpdateAPIKeyRequestBody: {
            /** Format: int64 */
            contract?: number | null;
            readonly created_at?: unknown;
            readonly created_by?: unknown;
            readonly id?: unknown;
            readonly last_used_at?: unknown;
            name?: string | null;
            permissions?: {
                availability_write?: boolean | null;
                fact_sheet?: boolean | null;
                hotel_photos?: boolean | null;
                invoices?: boolean | null;
                rooming?: boolean | null;
                rooming_write?: boolean | null;
                stop_sale?: boolean | null;
            } | null;
            readonly property_ids?: unknown;
            readonly suspended_permissions?: unknown;
            readonly token?: unknown;
            readonly token_prefix?: unknown;
        };
        UpdateBlockRequestBody: {
            readonly calendar?: unknown;
            /** Format: date */
            end_date?: string | null;
            readonly id?: unknown;
            /** Format: int64 */
            quantity?: number | null;
            /** Format: int64 */
            release_days?: number | null;
            /** Format: int64 */
            room?: number | null;
            readonly source?: unknown;
            /** Format: date */
            start_date?: string | null;
        };
        UpdateCalendarRequestBody: {
            readonly counterparty?: unknown;
            /** Format: int64 */
            counterparty_contract?: number | null;
            readonly created_at?: unknown;
            external_details?: string | null;
            external_name?: string | null;
            readonly id?: unknown;
            readonly is_contract_fed?: unknown;
            /** @enum {string|null} */
            kind?: "master" | "connected" | "contracted" | "allotment" | "standalone" | null;
            /** Format: int64 */
            mailing_group?: number | null;
            name?: string | null;
            /** Format: int64 */
            property?: number | null;
            /** Format: int64 */
            rate_contract?: number | null;
            readonly updated_at?: unknown;
            readonly warnings?: unknown;
        };
        UpdateCompanyRequestBody: {
            readonly account?: unknown;
            address?: string | null;
            city?: string | null;
            country?: string | null;
            currency?: string | null;
            email?: string | null;
            legal_name?: string | null;
            logo?: string | null;
            name?: string | null;
            phone?: string | null;
            postal_code?: string | null;
            registration_number?: string | null;
            timezone?: string | null;
            vat_id?: string | null;
            website?: string | null;
        };
        UpdateConnectionRequestBody: {
            readonly created_at?: unknown;
            credentials?: {
                [key: string]: unknown;
            } | null;
            readonly credentials_dropped?: unknown;
            readonly failing_since?: unknown;
            readonly failures?: unknown;
            readonly id?: unknown;
            includes_platform_bookings?: boolean | null;
            readonly last_sync_at?: unknown;
            name?: string | null;
            readonly next_sync_at?: unknown;
            /** Format: int64 */
            property?: number | null;
            provider?: string | null;
            settings?: {
                [key: string]: unknown;
            } | null;
            readonly source?: unknown;
            /** @enum {string|null} */
            status?: "active" | "paused" | "error" | null;
            /** Format: int64 */
            sync_interval?: number | null;
            readonly updated_at?: unknown;
            readonly username?: unknown;
            readonly warnings?: unknown;
        };
        UpdateContactRequestBody: {
            company?: string | null;
            readonly created_at?: unknown;
            email?: string | null;
            first_name?: string | null;
            readonly id?: unknown;
            language?: string | null;
            last_name?: string | null;
            phone?: string | null;
            tags?: string[] | null;
            readonly unsubscribed_at?: unknown;
            readonly updated_at?: unknown;
        };
        UpdateContractRequestBody: {
            readonly accepted_at?: unknown;
            readonly available_actions?: unknown;
            readonly cancelled_at?: unknown;
            readonly changes_requested?: unknown;
            comments?: string | null;
            /** @enum {string|null} */
            contract_terms?: "F" | "N" | "C" | null;
            readonly created_at?: unknown;
            readonly direction?: unknown;
            readonly id?: unknown;
            readonly initiated_by?: unknown;
            readonly invite_email?: unknown;
            /** Format: int64 */
            notice_period?: number | null;
            readonly partner?: unknown;
            readonly partner_company?: unknown;
            readonly pending_version?: unknown;
            readonly permission_matrix?: unknown;
            readonly proposed_by?: unknown;
            /** Format: int64 */
            revision?: number;
            share_stop_sale_reasons?: boolean | null;
            /** Format: int64 */
            ss_deadline?: number | null;
            readonly status?: unknown;
            /** @enum {string|null} */
            to_add_its_logo?: "Y" | "N" | "O" | null;
            /** @enum {string|null} */
            to_add_own_photos?: "Y" | "N" | "O" | null;
            to_allow_on_request?: boolean | null;
            /** @enum {string|null} */
            to_edit_facts?: "Y" | "N" | "O" | null;
            /** @enum {string|null} */
            to_select_photos?: "Y" | "N" | "O" | null;
            /** @enum {string|null} */
            to_special_allotment?: "S" | "G" | null;
            to_sync_ss?: boolean | null;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
        };
        UpdateEinvoiceProfileRequestBody: {
            readonly available_schemes?: unknown;
            bic?: string | null;
            buyer_reference?: string | null;
            contact_email?: string | null;
            contact_name?: string | null;
            contact_phone?: string | null;
            country?: string | null;
            readonly effective?: unknown;
            electronic_address?: string | null;
            electronic_address_scheme?: string | null;
            iban?: string | null;
            readonly missing?: unknown;
            vat_id?: string | null;
        };
        UpdateEventCodesRequestBody: {
            block?: string | null;
            free?: string | null;
            on_request?: string | null;
            open?: string | null;
            stop?: string | null;
        };
        UpdateMailingListRequestBody: {
            contacts?: (number | {
                readonly company?: unknown;
                readonly created_at?: unknown;
                readonly email?: unknown;
                readonly first_name?: unknown;
                /** Format: int64 */
                id: number;
                readonly language?: unknown;
                readonly last_name?: unknown;
                readonly phone?: unknown;
                readonly tags?: unknown;
                readonly unsubscribed_at?: unknown;
                readonly updated_at?: unknown;
            })[] | null;
            readonly contacts_count?: unknown;
            contacts_truncated?: boolean;
            readonly created_at?: unknown;
            readonly id?: unknown;
            name?: string | null;
            readonly updated_at?: unknown;
        };
        UpdateNamedShareRequestBody: {
            /** Format: int64 */
            donor_room?: number | null;
            /** Format: date */
            end_date?: string | null;
            /** Format: int64 */
            id?: number;
            is_active?: boolean | null;
            /** Format: int64 */
            max_units?: number | null;
            open_while_borrowing?: boolean | null;
            /** Format: int64 */
            property?: number | null;
            /** Format: int64 */
            recipient_room?: number | null;
            /** Format: date */
            start_date?: string | null;
        };
        UpdatePersonalRequestBody: {
            auto_reminders?: boolean | null;
            readonly avatar?: unknown;
            date_format?: string | null;
            density?: string | null;
            email?: string | null;
            email_notifications?: {
                [key: string]: boolean | null;
            } | null;
            first_name?: string | null;
            readonly id?: unknown;
            language?: string | null;
            last_name?: string | null;
            theme?: string | null;
            timezone?: string | null;
        };
        UpdatePropertyRequestBody: {
            address?: string | null;
            chain?: string | null;
            city?: string | null;
            code?: string | null;
            country?: string | null;
            readonly created_at?: unknown;
            currency?: string | null;
            email?: string | null;
            readonly facts?: unknown;
            readonly facts_completeness?: unknown;
            readonly id?: unknown;
            /** Format: double */
            latitude?: number | null;
            logo?: string | null;
            /** Format: double */
            longitude?: number | null;
            name?: string | null;
            readonly owner_id?: unknown;
            phone?: string | null;
            postal_code?: string | null;
            property_type?: string | null;
            readonly published_at?: unknown;
            /** Format: double */
            stars?: number | null;
            state?: string | null;
            readonly status?: unknown;
            timezone?: string | null;
            readonly updated_at?: unknown;
            website?: string | null;
        };
        UpdateRateContractRequestBody: {
            readonly available_actions?: unknown;
            readonly created_at?: unknown;
            /** Format: date */
            end_date?: string | null;
            readonly ended_at?: unknown;
            readonly id?: unknown;
            name?: string | null;
            number?: string | null;
            /** Format: int64 */
            partner?: number | null;
            readonly partner_company?: unknown;
            /** Format: int64 */
            property?: number | null;
            readonly property_name?: unknown;
            rooms?: components["schemas"]["RoomAllotmentInput"][] | null;
            readonly rooms_count?: unknown;
            /** Format: date */
            start_date?: string | null;
            /** @enum {string|null} */
            status?: "draft" | "active" | "ended" | null;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
            readonly warnings?: unknown;
        };
        UpdateRoomingEntryRequestBody: {
            /** Format: date */
            arrival?: string | null;
            readonly available_actions?: unknown;
            board?: string | null;
            readonly created_at?: unknown;
            /** Format: date */
            departure?: string | null;
            guests?: components["schemas"]["RoomingGuestInput"][] | null;
            readonly id?: unknown;
            readonly ledger?: unknown;
            note?: string | null;
            readonly reason?: unknown;
            reference?: string | null;
            /** Format: int64 */
            room?: number | null;
            readonly room_name?: unknown;
            readonly status?: unknown;
            /** Format: int64 */
            units?: number | null;
            readonly updated_at?: unknown;
            readonly warnings?: unknown;
        };
        UpdateRoomingLedgerRequestBody: {
            readonly available_actions?: unknown;
            /** Format: int64 */
            calendar?: number | null;
            readonly counts?: unknown;
            readonly created_at?: unknown;
            readonly entries?: unknown;
            readonly entries_count?: unknown;
            readonly id?: unknown;
            name?: string | null;
            /** Format: int64 */
            partner?: number | null;
            readonly partner_company?: unknown;
            /** Format: int64 */
            property?: number | null;
            readonly property_name?: unknown;
            readonly reason?: unknown;
            readonly reference?: unknown;
            readonly status?: unknown;
            readonly updated_at?: unknown;
            readonly user?: unknown;
            readonly user_company?: unknown;
            readonly warnings?: unknown;
            readonly written_by?: unknown;
        };
        UpdateStopSaleEventRequestBody: {
            /** Format: int32 */
            color?: number | null;
            /** Format: date */
            date?: string | null;
            readonly id?: unknown;
            /** Format: int64 */
            room?: number | null;
            source?: string | null;
            readonly status?: unknown;
            readonly warnings?: unknown;
        };
        UpdateSubUserRequestBody: {
            readonly account_type?: unknown;
            readonly avatar?: unknown;
            readonly company_name?: unknown;
            readonly confirm_through?: unknown;
            readonly created_at?: unknown;
            email?: string | null;
            readonly email_confirmed?: unknown;
            readonly email_state?: unknown;
            first_name?: string | null;
            readonly id?: unknown;
            readonly is_manager?: unknown;
            readonly is_online?: unknown;
            language?: string | null;
            last_name?: string | null;
            readonly last_seen?: unknown;
            readonly owner_id?: unknown;
            password?: string | null;
        };
        UpdateWebhookRequestBody: {
            readonly created_at?: unknown;
            readonly created_by?: unknown;
            readonly disabled_problems?: unknown;
            readonly disabled_reason?: unknown;
            event_types?: ("property.updated" | "stopsale.created" | "stopsale.updated" | "stopsale.cancelled" | "availability.updated" | "invoice.sent" | "invoice.paid" | "invoice.disputed" | "invoice.cancelled" | "test.ping")[] | null;
            readonly failing_since?: unknown;
            readonly id?: unknown;
            is_active?: boolean | null;
            name?: string | null;
            readonly previous_secret_until?: unknown;
            readonly secret?: unknown;
            readonly secret_prefix?: unknown;
            url?: string | null;
        };
        UpdateWidgetRequestBody: {
            allowed_hosts?: string[] | null;
            color?: string | null;
            readonly embed_code?: unknown;
            readonly id?: unknown;
            language?: string | null;
            readonly property?: unknown;
            readonly public_id?: unknown;
            show?: string[] | null;
            theme?: string | null;
        };
        UserBody: {
            /** @enum {string} */
            account_type: "accommodation" | "tour_operator" | "admin";
            avatar: string | null;
            company_name: string;
            /** @enum {string} */
            confirm_through: "none" | "letter" | "staff";
            /** Format: date-time */
            created_at: string;
            /** Format: email */
            email: string;
            email_confirmed: boolean;
            /** @enum {string} */
            email_state: "confirmed" | "waived" | "pending";
            first_name: string;
            /** Format: int64 */
            id: number;
            is_manager: boolean;
            is_online: boolean;
            language: string;
            last_name: string;
            /** Format: date-time */
            last_seen: string | null;
            /** Format: int64 */
            owner_id: number;
        };
        VerifyPaymentRequestBody: {
            readonly payment?: unknown;
            payment_intent: string;
            readonly sandbox?: unknown;
            readonly subscription?: unknown;
        };
        WaitingProperty: {
            city: string;
            code: string;
            company_name: string;
            /** Format: int64 */
            contract: number | null;
            country: string;
            name: string;
            /** Format: int64 */
            partner_count: number;
            partners: components["schemas"]["PropertyPartner"][];
            /** Format: int64 */
            property_id: number;
        };
        Warning: {
            code: string;
            /** Format: int64 */
            contract?: number;
            dates?: components["schemas"]["DateRange"][];
            field?: string;
            /** Format: date */
            from?: string;
            message: string;
            partner?: string;
            /** Format: int64 */
            room?: number;
            /** Format: date */
            to?: string;
        };
        WebhookBody: {
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            created_by: number;
            disabled_problems?: components["schemas"]["FieldError"][];
            disabled_reason: string | null;
            event_types: ("property.updated" | "stopsale.created" | "stopsale.updated" | "stopsale.cancelled" | "availability.updated" | "invoice.sent" | "invoice.paid" | "invoice.disputed" | "invoice.cancelled" | "test.ping")[];
            /** Format: date-time */
            failing_since: string | null;
            /** Format: int64 */
            id: number;
            is_active: boolean;
            name: string;
            /** Format: date-time */
            previous_secret_until: string | null;
            secret?: string;
            secret_prefix: string;
            url: string;
        };
        WebhookReplay: {
            /** Format: date-time */
            created_at: string;
            /** Format: int64 */
            deliveries: number;
            /** Format: int64 */
            endpoint: number;
            event_types: string[] | null;
            /** Format: date-time */
            finished_at: string | null;
            /** Format: date-time */
            from: string;
            /** Format: int64 */
            id: number;
            status: string;
            /** Format: date-time */
            to: string;
        };
        WebhooksHealth: {
            /** Format: int64 */
            active: number;
            /** Format: int64 */
            disabled: number;
            /** Format: int64 */
            due: number;
            /** Format: int64 */
            failing: number;
            /** Format: date-time */
            oldest_due: string | null;
            /** Format: int64 */
            waiting: number;
        };
        WhitelistEntry: {
            /** Format: int64 */
            api_key: number;
            /** Format: date-time */
            created_at: string;
            domain: string;
            /** Format: int64 */
            id: number;
        };
        WidgetBody: {
            allowed_hosts: string[];
            color: string;
            readonly embed_code: string;
            /** Format: int64 */
            id: number;
            /** @enum {string} */
            language: "auto" | "en" | "de" | "tr" | "el";
            /** Format: int64 */
            property: number;
            readonly public_id: string;
            show: ("facts" | "photos" | "availability")[];
            /** @enum {string} */
            theme: "auto" | "light" | "dark";
        };
        Xml: string;
    };
    responses: {
        Conflict: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        ConflictXml: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
                "application/xml": components["schemas"]["Xml"];
            };
        };
        Error: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        ErrorXml: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
                "application/xml": components["schemas"]["Xml"];
            };
        };
        Forbidden: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        ForbiddenXml: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
                "application/xml": components["schemas"]["Xml"];
            };
        };
        Invalid: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        InvalidXml: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
                "application/xml": components["schemas"]["Xml"];
            };
        };
        KeyNotModified: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content?: never;
        };
        KeyTooManyRequests: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        KeyTooManyRequestsXml: {
            headers: {
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
                "application/xml": components["schemas"]["Xml"];
            };
        };
        NotFound: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        NotFoundXml: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
                "application/xml": components["schemas"]["Xml"];
            };
        };
        NotModified: {
            headers: {
                [name: string]: unknown;
            };
            content?: never;
        };
        PaymentRequired: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        TooManyRequests: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        TooManyRequestsXml: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
                "application/xml": components["schemas"]["Xml"];
            };
        };
        Unauthorized: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
            };
        };
        UnauthorizedXml: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorBody"];
                "application/xml": components["schemas"]["Xml"];
            };
        };
    };
    parameters: {
        AcceptLanguage: string;
        CalendarId: number;
        Category: string;
        ConnectionId: number;
        ContractId: number;
        CountryParam: string;
        EventId: number;
        Format: "json" | "xml";
        From: string;
        HotelId: number;
        Id: number;
        IdempotencyKey: string;
        IfNoneMatch: string;
        InvoiceId: string;
        Lang: string;
        ListId: number;
        MappingId: number;
        Page: number;
        PageSize: number;
        PropertyId: number;
        PropertyParam: number;
        PropId: number;
        RoomingLedgerId: number;
        Status: "draft" | "pending" | "published" | "declined";
        SubmissionId: number;
        To: string;
        Token: string;
    };
    requestBodies: never;
    headers: {
        CacheControl: string;
        ContentLanguage: string;
        Deprecation: string;
        ETag: string;
        Link: string;
        RateLimitLimit: number;
        RateLimitPolicy: string;
        RateLimitRemaining: number;
        RateLimitReset: number;
        RetryAfter: number;
        SetCookie: string;
        Vary: string;
        XDataSource: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listAccounts: {
        parameters: {
            query?: {
                account_type?: "accommodation" | "tour_operator";
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                plan?: "free" | "silver" | "gold" | "platinum" | "diamond";
                q?: string;
                status?: "active" | "suspended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageStaffAccountBody"];
                };
            };
        };
    };
    openAccountForCompany: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAccountRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBody"];
                };
            };
        };
    };
    getAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccountDetailBody"];
                };
            };
        };
    };
    getAccountPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanGrantBody"];
                };
            };
        };
    };
    grantAccountPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GrantPlanRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanGrantBody"];
                };
            };
        };
    };
    resumeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccountBody"];
                };
            };
        };
    };
    suspendAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SuspendAccountRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StaffAccountBody"];
                };
            };
        };
    };
    getSeller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Seller"];
                };
            };
        };
    };
    updateSeller: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SellerRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Seller"];
                };
            };
        };
    };
    getPlatformHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthBody"];
                };
            };
        };
    };
    listFailedJobs: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageDead"];
                };
            };
        };
    };
    retryFailedJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listKeptMails: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageKeptMail"];
                };
            };
        };
    };
    downloadKeptMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "message/rfc822": string;
                };
            };
        };
    };
    readKeptMail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeptLetter"];
                };
            };
        };
    };
    listAllPlans: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOffer"];
                };
            };
        };
    };
    createPlan: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanOfferFields"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanOffer"];
                };
            };
        };
    };
    updatePlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlanOfferFields"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanOffer"];
                };
            };
        };
    };
    deleteBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateBlock: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateBlockRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"];
                };
            };
        };
    };
    listCalendars: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageNamedCalendar"];
                };
            };
        };
    };
    createCalendar: {
        parameters: {
            query?: {
                property?: number;
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateCalendarRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["CalendarId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    deleteCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCalendar: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCalendarRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    listBlocks: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageBlock"];
                };
            };
        };
    };
    createBlocks: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllotmentBlockInput"] | components["schemas"]["AllotmentBlockInput"][];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Block"] | components["schemas"]["Block"][];
                };
            };
        };
    };
    bulkUpdateDays: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CalendarId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveAllotmentRangeRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAllotmentRangeResponseBody"];
                };
            };
        };
    };
    listDays: {
        parameters: {
            query?: {
                by_hand?: boolean;
                from?: components["parameters"]["From"];
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                room?: number;
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageAllotmentDayBody"];
                };
            };
        };
    };
    updateDay: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AllotmentDayInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAllotmentDayBody"];
                };
            };
        };
    };
    batchUpdateDays: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["CalendarId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveAllotmentDaysRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedAllotmentDaysBody"];
                };
            };
        };
    };
    getDayBreakdown: {
        parameters: {
            query: {
                date: string;
                room: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DayBreakdown"];
                };
            };
        };
    };
    getCalendarGrid: {
        parameters: {
            query?: {
                from?: string;
                include?: "why";
                to?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GridBody"];
                };
            };
        };
    };
    downloadCalendarPdf: {
        parameters: {
            query?: {
                from?: string;
                lang?: components["parameters"]["Lang"];
                to?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                id: components["parameters"]["CalendarId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    mailCalendar: {
        parameters: {
            query?: {
                from?: string;
                lang?: string;
                language?: string;
                message?: string;
                to?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                id: components["parameters"]["CalendarId"];
                list_id: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChartSent"];
                };
            };
        };
    };
    pullRateContract: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PulledRateContract"];
                };
            };
        };
    };
    mailCalendarToPartner: {
        parameters: {
            query?: {
                from?: string;
                lang?: string;
                language?: string;
                message?: string;
                to?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChartSent"];
                };
            };
        };
    };
    getCalendarTimeline: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Timeline"];
                };
            };
        };
    };
    listContractsForCalendars: {
        parameters: {
            query: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePartnerContract"];
                };
            };
        };
    };
    downloadMasterCalendarPdf: {
        parameters: {
            query?: {
                from?: string;
                lang?: components["parameters"]["Lang"];
                to?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                property_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    mailMasterCalendar: {
        parameters: {
            query?: {
                from?: string;
                lang?: string;
                language?: string;
                message?: string;
                to?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                list_id: components["parameters"]["ListId"];
                property_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChartSent"];
                };
            };
        };
    };
    listRateContractsForCalendars: {
        parameters: {
            query: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageBindableRateContract"];
                };
            };
        };
    };
    listShares: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property?: components["parameters"]["PropertyParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageShare"];
                };
            };
        };
    };
    createShare: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddShareRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
        };
    };
    deleteShareByQuery: {
        parameters: {
            query?: {
                id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteNamedShareRequestBody"];
            };
        };
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateShareByQuery: {
        parameters: {
            query?: {
                id?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateNamedShareRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
        };
    };
    getShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
        };
    };
    deleteShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateShare: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ShareChangeFields"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Share"];
                };
            };
        };
    };
    listSubUsers: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageUserBody"];
                };
            };
        };
    };
    getSubUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBody"];
                };
            };
        };
    };
    deleteSubUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSubUserPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionBody"];
                };
            };
        };
    };
    updateSubUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateSubUserRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBody"];
                };
            };
        };
    };
    createSubUser: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateSubUserRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBody"];
                };
            };
        };
    };
    checkToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckTokenResponseBody"];
                };
            };
        };
    };
    confirmEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmEmailRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ConfirmEmailResponseBody"];
                };
            };
        };
    };
    resendEmailConfirmation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponseBody"];
                };
            };
        };
    };
    sendHeartbeat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HeartbeatResponseBody"];
                };
            };
        };
    };
    logIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LoginRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponseBody"];
                };
            };
        };
    };
    logOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogoutResponseBody"];
                };
            };
        };
    };
    changePassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponseBody"];
                };
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestResetRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponseBody"];
                };
            };
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfirmResetRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageResponseBody"];
                };
            };
        };
    };
    createSubUserPermissions: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePermissionRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionBody"];
                };
            };
        };
    };
    updateSubUserPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PermissionFlags"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionBody"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProfileRequestBody"];
                "multipart/form-data": {
                    /** Format: binary */
                    avatar?: string;
                    email?: string | null;
                    first_name?: string | null;
                    language?: string | null;
                    last_name?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBody"];
                };
            };
        };
    };
    registerAccount: {
        parameters: {
            query?: never;
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RegisterRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LoginResponseBody"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponseBody"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageSessionBody"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadEInvoice: {
        parameters: {
            query?: {
                format?: "xrechnung" | "zugferd" | "cii";
                lang?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                invoice_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/xml": string;
                };
            };
        };
    };
    exportInvoicesCsv: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
        };
    };
    importEInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/xml": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
                "text/xml": string;
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EinvoiceRecord"];
                };
            };
        };
    };
    listImportedEInvoices: {
        parameters: {
            query?: {
                direction?: "issued" | "received";
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                status?: "received" | "linked" | "error";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageInbound"];
                };
            };
        };
    };
    getImportedEInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EinvoiceDetailBody"];
                };
            };
        };
    };
    linkImportedEInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkEinvoiceRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EinvoiceRecord"];
                };
            };
        };
    };
    getEInvoiceProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EinvoiceProfileBody"];
                };
            };
        };
    };
    updateEInvoiceProfile: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEinvoiceProfileRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EinvoiceProfileBody"];
                };
            };
        };
    };
    searchCities: {
        parameters: {
            query?: {
                country?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
                state?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageCity"];
                };
            };
        };
    };
    listCountries: {
        parameters: {
            query?: {
                lang?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageCountry"];
                };
            };
        };
    };
    listCurrencies: {
        parameters: {
            query?: {
                lang?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageCurrency"];
                };
            };
        };
    };
    listOptionLists: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOptionList"];
                };
            };
        };
    };
    listOptions: {
        parameters: {
            query?: {
                lang?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                list: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOption"];
                };
            };
        };
    };
    listStates: {
        parameters: {
            query: {
                country: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageState"];
                };
            };
        };
    };
    showWidget: {
        parameters: {
            query?: {
                lang?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                public_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShownBody"];
                };
            };
        };
    };
    downloadFactSheet: {
        parameters: {
            query?: {
                copy?: "published" | "draft";
                lang?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                id: components["parameters"]["PropertyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    downloadGallery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PropertyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    listFactCategories: {
        parameters: {
            query?: {
                lang?: components["parameters"]["Lang"];
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageFactCategoryBody"];
                };
            };
        };
    };
    getFactSchema: {
        parameters: {
            query?: {
                lang?: components["parameters"]["Lang"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                category: components["parameters"]["Category"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getFactsProgress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Completeness"];
                };
            };
        };
    };
    initialiseFacts: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Completeness"];
                };
            };
        };
    };
    getLastPublishDate: {
        parameters: {
            query?: {
                property?: components["parameters"]["PropertyParam"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LastPublishedResponseBody"];
                };
            };
        };
    };
    listPublishedPhotosForPartners: {
        parameters: {
            query?: {
                country?: components["parameters"]["CountryParam"];
                format?: components["parameters"]["Format"];
                property_id?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotosFeedBody"];
                };
            };
        };
    };
    listProperties: {
        parameters: {
            query?: {
                country?: string;
                name?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                status?: components["parameters"]["Status"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageProperty"];
                };
            };
        };
    };
    searchProperties: {
        parameters: {
            query?: {
                country?: string;
                name?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                status?: components["parameters"]["Status"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageProperty"];
                };
            };
        };
    };
    getProperty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PropertyDetailBody"];
                };
            };
        };
    };
    getFacts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                category: string;
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsGeneral"] | components["schemas"]["FactsLocation"] | components["schemas"]["FactsContacts"] | components["schemas"]["FactsDistances"] | components["schemas"]["FactsRooms"] | components["schemas"]["FactsBoardTypes"] | components["schemas"]["FactsRestaurants"] | components["schemas"]["FactsBars"] | components["schemas"]["FactsPools"] | components["schemas"]["FactsBeach"] | components["schemas"]["FactsSportsWellness"] | components["schemas"]["FactsEntertainment"] | components["schemas"]["FactsChildren"] | components["schemas"]["FactsMeetingRooms"] | components["schemas"]["FactsServices"] | components["schemas"]["FactsPolicies"] | components["schemas"]["FactsAccessibility"] | components["schemas"]["FactsSafetySustainability"] | components["schemas"]["FactsContacts"][] | components["schemas"]["FactsDistances"][] | components["schemas"]["FactsRooms"][] | components["schemas"]["FactsBoardTypes"][] | components["schemas"]["FactsRestaurants"][] | components["schemas"]["FactsBars"][] | components["schemas"]["FactsPools"][] | components["schemas"]["FactsMeetingRooms"][];
                };
            };
        };
    };
    saveFacts: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                category: components["parameters"]["Category"];
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FactsGeneral"] | components["schemas"]["FactsLocation"] | components["schemas"]["FactsContacts"] | components["schemas"]["FactsDistances"] | components["schemas"]["FactsRooms"] | components["schemas"]["FactsBoardTypes"] | components["schemas"]["FactsRestaurants"] | components["schemas"]["FactsBars"] | components["schemas"]["FactsPools"] | components["schemas"]["FactsBeach"] | components["schemas"]["FactsSportsWellness"] | components["schemas"]["FactsEntertainment"] | components["schemas"]["FactsChildren"] | components["schemas"]["FactsMeetingRooms"] | components["schemas"]["FactsServices"] | components["schemas"]["FactsPolicies"] | components["schemas"]["FactsAccessibility"] | components["schemas"]["FactsSafetySustainability"] | components["schemas"]["FactsContacts"][] | components["schemas"]["FactsDistances"][] | components["schemas"]["FactsRooms"][] | components["schemas"]["FactsBoardTypes"][] | components["schemas"]["FactsRestaurants"][] | components["schemas"]["FactsBars"][] | components["schemas"]["FactsPools"][] | components["schemas"]["FactsMeetingRooms"][];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsGeneral"] | components["schemas"]["FactsLocation"] | components["schemas"]["FactsContacts"] | components["schemas"]["FactsDistances"] | components["schemas"]["FactsRooms"] | components["schemas"]["FactsBoardTypes"] | components["schemas"]["FactsRestaurants"] | components["schemas"]["FactsBars"] | components["schemas"]["FactsPools"] | components["schemas"]["FactsBeach"] | components["schemas"]["FactsSportsWellness"] | components["schemas"]["FactsEntertainment"] | components["schemas"]["FactsChildren"] | components["schemas"]["FactsMeetingRooms"] | components["schemas"]["FactsServices"] | components["schemas"]["FactsPolicies"] | components["schemas"]["FactsAccessibility"] | components["schemas"]["FactsSafetySustainability"] | components["schemas"]["FactsContacts"][] | components["schemas"]["FactsDistances"][] | components["schemas"]["FactsRooms"][] | components["schemas"]["FactsBoardTypes"][] | components["schemas"]["FactsRestaurants"][] | components["schemas"]["FactsBars"][] | components["schemas"]["FactsPools"][] | components["schemas"]["FactsMeetingRooms"][];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsGeneral"] | components["schemas"]["FactsLocation"] | components["schemas"]["FactsContacts"] | components["schemas"]["FactsDistances"] | components["schemas"]["FactsRooms"] | components["schemas"]["FactsBoardTypes"] | components["schemas"]["FactsRestaurants"] | components["schemas"]["FactsBars"] | components["schemas"]["FactsPools"] | components["schemas"]["FactsBeach"] | components["schemas"]["FactsSportsWellness"] | components["schemas"]["FactsEntertainment"] | components["schemas"]["FactsChildren"] | components["schemas"]["FactsMeetingRooms"] | components["schemas"]["FactsServices"] | components["schemas"]["FactsPolicies"] | components["schemas"]["FactsAccessibility"] | components["schemas"]["FactsSafetySustainability"] | components["schemas"]["FactsContacts"][] | components["schemas"]["FactsDistances"][] | components["schemas"]["FactsRooms"][] | components["schemas"]["FactsBoardTypes"][] | components["schemas"]["FactsRestaurants"][] | components["schemas"]["FactsBars"][] | components["schemas"]["FactsPools"][] | components["schemas"]["FactsMeetingRooms"][];
                };
            };
        };
    };
    deleteFactRecord: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                category: string;
                id: components["parameters"]["Id"];
                record_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPhotos: {
        parameters: {
            query?: {
                category?: "exterior" | "room" | "pool" | "restaurant" | "beach" | "spa" | "lobby" | "other";
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                room?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["PropertyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePhotoBody"];
                };
            };
        };
    };
    addPhoto: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["PropertyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhotoFields"];
                "multipart/form-data": {
                    caption?: string | null;
                    category?: string | null;
                    /** Format: binary */
                    file?: string;
                    is_cover?: boolean | null;
                    /** Format: int64 */
                    room?: number | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoBody"];
                };
            };
        };
    };
    deletePhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PropertyId"];
                photo_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PropertyId"];
                photo_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhotoFields"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoBody"];
                };
            };
        };
    };
    orderPhotos: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PropertyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PhotoOrderInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotoOrder"];
                };
            };
        };
    };
    listSubmissions: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                id: components["parameters"]["PropertyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePublication"];
                };
            };
        };
    };
    getPublishedFactSheet: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["PropertyId"];
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PublishedBody"];
                };
            };
        };
    };
    submitFactSheet: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["PropertyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    createProperty: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePropertyRequestBody"];
                "multipart/form-data": {
                    address?: string | null;
                    chain?: string | null;
                    city?: string | null;
                    code?: string | null;
                    country?: string | null;
                    currency?: string | null;
                    email?: string | null;
                    /** Format: double */
                    latitude?: number | null;
                    /** Format: binary */
                    logo?: string;
                    /** Format: double */
                    longitude?: number | null;
                    name?: string;
                    phone?: string | null;
                    postal_code?: string | null;
                    property_type?: string | null;
                    /** Format: double */
                    stars?: number | null;
                    state?: string | null;
                    timezone?: string | null;
                    website?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Property"];
                };
            };
        };
    };
    deleteProperty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateProperty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePropertyRequestBody"];
                "multipart/form-data": {
                    address?: string | null;
                    chain?: string | null;
                    city?: string | null;
                    code?: string | null;
                    country?: string | null;
                    currency?: string | null;
                    email?: string | null;
                    /** Format: double */
                    latitude?: number | null;
                    /** Format: binary */
                    logo?: string;
                    /** Format: double */
                    longitude?: number | null;
                    name?: string | null;
                    phone?: string | null;
                    postal_code?: string | null;
                    property_type?: string | null;
                    /** Format: double */
                    stars?: number | null;
                    state?: string | null;
                    timezone?: string | null;
                    website?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Property"];
                };
            };
        };
    };
    listPendingSubmissions: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePending"];
                };
            };
        };
    };
    approveSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SubmissionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    declineSubmission: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["SubmissionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeclineRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Publication"];
                };
            };
        };
    };
    previewSubmission: {
        parameters: {
            query?: {
                lang?: components["parameters"]["Lang"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                id: components["parameters"]["SubmissionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreviewBody"];
                };
            };
        };
    };
    listPublishedFactsForPartners: {
        parameters: {
            query?: {
                country?: components["parameters"]["CountryParam"];
                format?: components["parameters"]["Format"];
                property_id?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsFeedBody"];
                };
            };
        };
    };
    mailFactSheet: {
        parameters: {
            query?: {
                lang?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                list_id: components["parameters"]["ListId"];
                prop_id: components["parameters"]["PropId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailingRequestBody"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSent"];
                };
            };
        };
    };
    mailGallery: {
        parameters: {
            query?: {
                lang?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                list_id: components["parameters"]["ListId"];
                prop_id: components["parameters"]["PropId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailingRequestBody"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailSent"];
                };
            };
        };
    };
    downloadSharedGallery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/zip": string;
                };
            };
        };
    };
    listInvoices: {
        parameters: {
            query?: {
                direction?: "received" | "sent" | "drafts";
                disputed?: boolean;
                from?: string;
                overdue?: boolean;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
                status?: "DRAFT" | "SENT" | "VIEWED" | "CLEARED" | "DISPUTED" | "PAID" | "OVERDUE" | "CANCELLED";
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageInvoiceBody"];
                };
            };
        };
    };
    getInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    deleteInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    cancelInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CancelInvoiceRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    clearInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    disputeInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DisputeInvoiceRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    downloadInvoicePdf: {
        parameters: {
            query?: {
                lang?: components["parameters"]["Lang"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    duplicateInvoice: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    markInvoicePaid: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["InvoiceId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PayInvoiceRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    sendInvoiceReminder: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    sendInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    updateInvoice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceDraftBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    createInvoice: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewInvoiceBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    getInvoiceStats: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceStatsResponseBody"];
                };
            };
        };
    };
    listInvoiceTemplates: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageInvoiceTemplateBody"];
                };
            };
        };
    };
    createInvoiceTemplate: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceTemplateFields"];
                "multipart/form-data": {
                    bank_details?: string | null;
                    footer_text?: string | null;
                    header_text?: string | null;
                    /** Format: binary */
                    logo?: string;
                    name?: string | null;
                    payment_terms?: string | null;
                    primary_color?: string | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceTemplateBody"];
                };
            };
        };
    };
    getInvoiceTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceTemplateBody"];
                };
            };
        };
    };
    updateInvoiceTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvoiceTemplateFields"];
                "multipart/form-data": {
                    bank_details?: string | null;
                    footer_text?: string | null;
                    header_text?: string | null;
                    /** Format: binary */
                    logo?: string;
                    name?: string | null;
                    payment_terms?: string | null;
                    primary_color?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceTemplateBody"];
                };
            };
        };
    };
    deleteInvoiceTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    watchChanges: {
        parameters: {
            query?: {
                last_event_id?: string;
                once?: boolean;
                property?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listAnnouncements: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageAnnouncementBody"];
                };
            };
        };
    };
    deleteAnnouncement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateAnnouncement: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAnnouncementRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Announcement"];
                };
            };
        };
    };
    listAllAnnouncements: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageAnnouncement"];
                };
            };
        };
    };
    createAnnouncement: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAnnouncementRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Announcement"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                is_read?: "true" | "false";
                kind?: string;
                lang?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageNotification"];
                };
            };
        };
    };
    countUnreadNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationCountResponseBody"];
                };
            };
        };
    };
    dismissNotifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteNotificationsRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteNotificationsResponseBody"];
                };
            };
        };
    };
    markNotificationRead: {
        parameters: {
            query?: {
                lang?: string;
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditNotificationRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Notification"];
                };
            };
        };
    };
    markAllNotificationsRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MarkNotificationsResponseBody"];
                };
            };
        };
    };
    listAvailablePartners: {
        parameters: {
            query?: {
                country?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PagePartnerCard"];
                };
            };
        };
    };
    checkFactsAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prop_id: components["parameters"]["PropId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PropertyAccess"];
                };
            };
        };
    };
    decideAmendment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                version_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReviewVersionRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractBody"];
                };
            };
        };
    };
    listContracts: {
        parameters: {
            query?: {
                direction?: "incoming" | "outgoing" | "current" | "ended";
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
                status?: "P" | "C" | "R" | "X" | "A";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageContractBody"];
                };
            };
        };
    };
    getContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContractId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractBody"];
                };
            };
        };
    };
    acceptContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnswerContractRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractBody"];
                };
            };
        };
    };
    cancelContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContractId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractBody"];
                };
            };
        };
    };
    getContractPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContractId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractPermissionsBody"];
                };
            };
        };
    };
    updateContractPermissions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["ContractId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContractPermissionsChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractPermissionsBody"];
                };
            };
        };
    };
    rejectContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnswerContractRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractBody"];
                };
            };
        };
    };
    amendContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContractRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractBody"];
                };
            };
        };
    };
    listContractVersions: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ContractId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageContractVersionBody"];
                };
            };
        };
    };
    createContract: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContractRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractBody"];
                };
            };
        };
    };
    discoverPartners: {
        parameters: {
            query?: {
                connected?: "true" | "false";
                country?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property_type?: string;
                published?: "true" | "false";
                q?: string;
                sort?: "name" | "newest";
                stars_min?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMarketCard"];
                };
            };
        };
    };
    checkContractAccess: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                contract_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsAccessBody"];
                };
            };
        };
    };
    joinByInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinInvitationRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContractBody"];
                };
            };
        };
    };
    listPartners: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMyPartnerBody"];
                };
            };
        };
    };
    listOverrideRequests: {
        parameters: {
            query?: {
                kind?: "facts" | "photo_selection" | "own_photo" | "logo";
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                partner?: number;
                property?: number;
                status?: "active" | "waiting" | "declined";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageOverrideApprovalBody"];
                };
            };
        };
    };
    approveOverride: {
        parameters: {
            query?: {
                revision?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverrideApprovalBody"];
                };
            };
        };
    };
    declineOverride: {
        parameters: {
            query?: {
                revision?: number;
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeclineOverrideFields"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverrideApprovalBody"];
                };
            };
        };
    };
    listFactOverrides: {
        parameters: {
            query?: {
                category?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property?: components["parameters"]["PropertyParam"];
                status?: "active" | "waiting" | "declined";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageFactsOverrideBody"];
                };
            };
        };
    };
    deleteFactOverride: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    saveFactOverride: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveFactsOverrideRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsOverrideBody"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsOverrideBody"];
                };
            };
        };
    };
    getFactOverrides: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prop_id: components["parameters"]["PropId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PropertyOverridesBody"];
                };
            };
        };
    };
    listSharedProperties: {
        parameters: {
            query?: {
                country?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageListedProperty"];
                };
            };
        };
    };
    listContractProperties: {
        parameters: {
            query?: {
                country?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
            };
            header?: never;
            path: {
                contract_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageListedProperty"];
                };
            };
        };
    };
    listRateContracts: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                partner?: number;
                property?: components["parameters"]["PropertyParam"];
                q?: string;
                status?: "draft" | "active" | "ended";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageRateContractBody"];
                };
            };
        };
    };
    createRateContract: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRateContractRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateContractBody"];
                };
            };
        };
    };
    getRateContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateContractBody"];
                };
            };
        };
    };
    deleteRateContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRateContract: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRateContractRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RateContractBody"];
                };
            };
        };
    };
    listAwaitedProperties: {
        parameters: {
            query?: {
                country?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageWaitingProperty"];
                };
            };
        };
    };
    getBillingAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingAddressBody"];
                };
            };
        };
    };
    updateBillingAddress: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BillingAddressRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingAddressBody"];
                };
            };
        };
    };
    listCards: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardsResponseBody"];
                };
            };
        };
    };
    deleteCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setPrimaryCard: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentCardResponseBody"];
                };
            };
        };
    };
    listBillingHistory: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageBill"];
                };
            };
        };
    };
    downloadBill: {
        parameters: {
            query?: {
                format?: "pdf" | "zugferd" | "xrechnung";
                lang?: components["parameters"]["Lang"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                invoice_number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                    "application/xml": string;
                };
            };
        };
    };
    getBillingOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BillingOverviewResponseBody"];
                };
            };
        };
    };
    listPlans: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SalesResponseBody"];
                };
            };
        };
    };
    attachPaymentMethod: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachMethodRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentCardResponseBody"];
                };
            };
        };
    };
    createPaymentIntent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChosenPlan"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentIntentResponseBody"];
                };
            };
        };
    };
    createSetupIntent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupIntentResponseBody"];
                };
            };
        };
    };
    receiveStripeEvent: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProcessorEventResponseBody"];
                };
            };
        };
    };
    setAutoRenewal: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AutoRenewRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionResponseBody"];
                };
            };
        };
    };
    cancelSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionResponseBody"];
                };
            };
        };
    };
    renewSubscriptionNow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionResponseBody"];
                };
            };
        };
    };
    resumeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionResponseBody"];
                };
            };
        };
    };
    changeSubscription: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChosenPlan"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionResponseBody"];
                };
            };
        };
    };
    verifyPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VerifyPaymentRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionResponseBody"];
                };
            };
        };
    };
    listActivity: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityBody"];
                };
            };
        };
    };
    getApiKeyStats: {
        parameters: {
            query?: {
                endpoint?: string;
                from?: components["parameters"]["From"];
                key?: number;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageApiStatsRow"];
                };
            };
        };
    };
    exportApiKeyStatsCsv: {
        parameters: {
            query?: {
                endpoint?: string;
                from?: components["parameters"]["From"];
                key?: number;
                to?: components["parameters"]["To"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    getApiKeyStatsSummary: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiStatsSummary"];
                };
            };
        };
    };
    getOccupancyReport: {
        parameters: {
            query?: {
                from?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property_id?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageReportedProperty"];
                };
            };
        };
    };
    exportOccupancyReportCsv: {
        parameters: {
            query?: {
                from?: string;
                property_id?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    getRoomingEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingEntryBody"];
                };
            };
        };
    };
    deleteRoomingEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRoomingEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRoomingEntryRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingEntryBody"];
                };
            };
        };
    };
    cancelRoomingEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnswerRoomingEntryRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingEntryBody"];
                };
            };
        };
    };
    confirmRoomingEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingEntryBody"];
                };
            };
        };
    };
    declineRoomingEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnswerRoomingEntryRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingEntryBody"];
                };
            };
        };
    };
    listRoomingLedgers: {
        parameters: {
            query?: {
                from?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                partner?: number;
                property?: components["parameters"]["PropertyParam"];
                status?: "open" | "sent" | "confirmed" | "closed" | "cancelled";
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageRoomingLedgerBody"];
                };
            };
        };
    };
    createRoomingLedger: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateRoomingLedgerRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingLedgerBody"];
                };
            };
        };
    };
    getRoomingLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RoomingLedgerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingLedgerBody"];
                };
            };
        };
    };
    deleteRoomingLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRoomingLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateRoomingLedgerRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingLedgerBody"];
                };
            };
        };
    };
    cancelRoomingLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RoomingLedgerId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnswerRoomingLedgerRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingLedgerBody"];
                };
            };
        };
    };
    closeRoomingLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingLedgerBody"];
                };
            };
        };
    };
    confirmRoomingLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RoomingLedgerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingLedgerBody"];
                };
            };
        };
    };
    declineRoomingLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["RoomingLedgerId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AnswerRoomingLedgerRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingLedgerBody"];
                };
            };
        };
    };
    listRoomingEntries: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                id: components["parameters"]["RoomingLedgerId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageRoomingEntryBody"];
                };
            };
        };
    };
    addRoomingEntries: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoomingEntryInput"] | components["schemas"]["RoomingEntryInput"][];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingEntryBody"] | components["schemas"]["RoomingEntryBody"][];
                };
            };
        };
    };
    invoiceRoomingLedger: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LedgerInvoiceRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceDetailBody"];
                };
            };
        };
    };
    sendRoomingLedger: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingLedgerBody"];
                };
            };
        };
    };
    getPersonalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalSettingsResponseBody"];
                };
            };
        };
    };
    updatePersonalSettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePersonalRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonalSettingsResponseBody"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyBody"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateAPIKeyRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyBody"];
                };
            };
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    rotateApiKey: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateAPIKeyRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyBody"];
                };
            };
        };
    };
    updateApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateAPIKeyRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyBody"];
                };
            };
        };
    };
    listApiKeys: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageApiKeyBody"];
                };
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                action?: string;
                from?: components["parameters"]["From"];
                ip_address?: string;
                object_id?: string;
                object_type?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                request_id?: string;
                to?: components["parameters"]["To"];
                user?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageAuditEntryBody"];
                };
            };
        };
    };
    getCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Company"];
                };
            };
        };
    };
    updateCompany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateCompanyRequestBody"];
                "multipart/form-data": {
                    address?: string | null;
                    city?: string | null;
                    country?: string | null;
                    currency?: string | null;
                    email?: string | null;
                    legal_name?: string | null;
                    /** Format: binary */
                    logo?: string;
                    name?: string | null;
                    phone?: string | null;
                    postal_code?: string | null;
                    registration_number?: string | null;
                    timezone?: string | null;
                    vat_id?: string | null;
                    website?: string | null;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Company"];
                };
            };
        };
    };
    getCompanySettings: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CompanySettingsResponseBody"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                list?: number;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                q?: string;
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageContact"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContactRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    importContactsCsv: {
        parameters: {
            query?: {
                ignore_unknown?: boolean;
                list?: number;
                update?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/csv": string;
                "application/octet-stream": string;
                "application/vnd.ms-excel": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
                "text/csv": string;
                "text/plain": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
        };
    };
    listMailingLists: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMailingListBody"];
                };
            };
        };
    };
    getMailingList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailingListBody"];
                };
            };
        };
    };
    deleteMailingList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateMailingList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMailingListRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailingListBody"];
                };
            };
        };
    };
    createMailingList: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateMailingListRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailingListBody"];
                };
            };
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    updatePreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferencesChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    listWhitelistedDomains: {
        parameters: {
            query?: {
                api_key?: number;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageWhitelistEntry"];
                };
            };
        };
    };
    addWhitelistedDomain: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddToWhitelistRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WhitelistEntry"];
                };
            };
        };
    };
    deleteWhitelistedDomain: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWidget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                property_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetBody"];
                };
            };
        };
    };
    deleteWidget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                property_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWidget: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                property_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWidgetRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetBody"];
                };
            };
        };
    };
    createWidget: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWidgetRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WidgetBody"];
                };
            };
        };
    };
    getLegacyStopSaleCalendar: {
        parameters: {
            query?: {
                from?: components["parameters"]["From"];
                to?: components["parameters"]["To"];
            };
            header?: never;
            path: {
                hotel_id: components["parameters"]["HotelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleCalendar"];
                };
            };
        };
    };
    deleteLegacyStopSaleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateLegacyStopSaleEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["EventId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateStopSaleEventRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleEvent"];
                };
            };
        };
    };
    createLegacyStopSaleEvent: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateStopSaleEventRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleEvent"];
                };
            };
        };
    };
    exportLegacyStopSaleRanges: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                from?: components["parameters"]["From"];
                property_id?: string;
                to?: components["parameters"]["To"];
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleRanges"];
                };
            };
        };
    };
    downloadLegacyStopSalePdf: {
        parameters: {
            query?: {
                from?: components["parameters"]["From"];
                lang?: components["parameters"]["Lang"];
                to?: components["parameters"]["To"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
            };
            path: {
                hotel_id: components["parameters"]["HotelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
        };
    };
    mailLegacyStopSalePdf: {
        parameters: {
            query?: {
                from?: components["parameters"]["From"];
                lang?: string;
                to?: components["parameters"]["To"];
            };
            header?: {
                "Accept-Language"?: components["parameters"]["AcceptLanguage"];
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                hotel_id: components["parameters"]["HotelId"];
                mailing_list_id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendStopSaleRequestBody"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleSent"];
                };
            };
        };
    };
    saveLegacyStopSaleRooms: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveStopSaleRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleCalendar"];
                };
            };
        };
    };
    listLegacyStopSaleSources: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageStopSaleSource"];
                };
            };
        };
    };
    createLegacyStopSaleSource: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateStopSaleSourceRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleSource"];
                };
            };
        };
    };
    exportLegacyStopSaleDays: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                from?: components["parameters"]["From"];
                property_id?: string;
                to?: components["parameters"]["To"];
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleExport"];
                };
            };
        };
    };
    listAvailability: {
        parameters: {
            query?: {
                country?: string;
                from?: string;
                granularity?: "daily" | "spans";
                include?: "reasons";
                page?: components["parameters"]["Page"];
                page_size?: number;
                property_id?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageAvailabilityProperty"];
                };
            };
        };
    };
    getEventCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCodes"];
                };
            };
        };
    };
    updateEventCodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEventCodesRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventCodes"];
                };
            };
        };
    };
    exportMappingsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    importMappingsCsv: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/csv": string;
                "application/octet-stream": string;
                "application/vnd.ms-excel": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
                "text/csv": string;
                "text/plain": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
        };
    };
    listPropertyMappings: {
        parameters: {
            query?: {
                country?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property?: number;
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMappedProperty"];
                };
            };
        };
    };
    savePropertyMapping: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PropertyMappingInput"] | components["schemas"]["PropertyMappingInput"][];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedProperty"] | components["schemas"]["MappedProperty"][];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedProperty"] | components["schemas"]["MappedProperty"][];
                };
            };
        };
    };
    getPropertyMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["MappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedProperty"];
                };
            };
        };
    };
    deletePropertyMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["MappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updatePropertyMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["MappingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PropertyMappingChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedProperty"];
                };
            };
        };
    };
    listRoomMappings: {
        parameters: {
            query?: {
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property?: components["parameters"]["PropertyParam"];
                q?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageMappedRoom"];
                };
            };
        };
    };
    saveRoomMapping: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoomMappingInput"] | components["schemas"]["RoomMappingInput"][];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedRoom"] | components["schemas"]["MappedRoom"][];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedRoom"] | components["schemas"]["MappedRoom"][];
                };
            };
        };
    };
    getRoomMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["MappingId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedRoom"];
                };
            };
        };
    };
    deleteRoomMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateRoomMapping: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["MappingId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RoomMappingChange"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MappedRoom"];
                };
            };
        };
    };
    listUnmapped: {
        parameters: {
            query?: {
                country?: string;
                kind?: "rooms" | "properties";
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                property?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageUnmapped"];
                };
            };
        };
    };
    getPhotoSelection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                property_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelectionBody"];
                };
            };
        };
    };
    updatePhotoSelection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                property_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveSelectionRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelectionBody"];
                };
            };
        };
    };
    addOwnPhoto: {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                property_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPhotoFields"];
                "multipart/form-data": {
                    caption?: string | null;
                    category?: string | null;
                    /** Format: binary */
                    file?: string;
                    /** Format: int64 */
                    room?: number | null;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelectedPhoto"];
                };
            };
        };
    };
    deleteOwnPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                photo_id: number;
                property_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateOwnPhoto: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                photo_id: number;
                property_id: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnPhotoFields"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SelectedPhoto"];
                };
            };
        };
    };
    getCatalogueProperty: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                prop_id: components["parameters"]["PropId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogueProperty"];
                };
            };
        };
    };
    exportAvailability: {
        parameters: {
            query?: {
                calendar?: "master";
                calendar_id?: string;
                country?: string;
                format?: components["parameters"]["Format"];
                from?: string;
                granularity?: "daily" | "spans";
                include?: "reasons";
                kind?: string;
                property_id?: string;
                since?: string;
                to?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityExport"];
                };
            };
        };
    };
    exchangeAlpineBits: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    action: string;
                    request?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/xml": string;
                };
            };
        };
    };
    exportFacts: {
        parameters: {
            query?: {
                country?: components["parameters"]["CountryParam"];
                format?: components["parameters"]["Format"];
                property_id?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FactsFeedBody"];
                };
            };
        };
    };
    listConnections: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageConnection"];
                };
            };
        };
    };
    createConnection: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateConnectionRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    getConnection: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    deleteConnection: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateConnection: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateConnectionRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Connection"];
                };
            };
        };
    };
    listSyncLogs: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path: {
                id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageSyncLog"];
                };
            };
        };
    };
    syncConnection: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["ConnectionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SyncLog"];
                };
            };
        };
    };
    exportAvailabilityRows: {
        parameters: {
            query?: {
                calendar?: "master";
                country?: string;
                format?: "json" | "csv" | "xml";
                from?: string;
                include?: "reasons";
                property_id?: string;
                to?: string;
            };
            header?: never;
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    listBulkExports: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageBulkExportBody"];
                };
            };
        };
    };
    getBulkExport: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkExportBody"];
                };
            };
        };
    };
    deleteBulkExport: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createBulkExport: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExportRequestBody"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkExportBody"];
                };
            };
        };
    };
    downloadBulkExport: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                link: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
        };
    };
    importAvailability: {
        parameters: {
            query?: {
                calendar?: number;
                dry_run?: boolean;
                format?: "csv" | "json";
                includes_platform_bookings?: boolean;
                property_id?: number;
                target?: "availability";
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/csv": string;
                "application/json": string;
                "application/octet-stream": string;
                "application/vnd.ms-excel": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
                "text/csv": string;
                "text/plain": string;
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityImportResult"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageImport"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityImport"];
                };
            };
        };
    };
    receiveAdapterRows: {
        parameters: {
            query?: {
                calendar?: number;
                dry_run?: boolean;
                format?: components["parameters"]["Format"];
                includes_platform_bookings?: boolean;
                property_id?: number;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AvailabilityImportResult"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageWebhookBody"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequestBody"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookBody"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookBody"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookBody"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                event?: string;
                format?: components["parameters"]["Format"];
                from?: string;
                page?: components["parameters"]["Page"];
                page_size?: components["parameters"]["PageSize"];
                status?: "pending" | "success" | "failed";
                to?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PageDeliveryBody"];
                };
            };
        };
    };
    getWebhookReplay: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    replayWebhook: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReplayWebhookRequestBody"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookReplay"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookBody"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryBody"];
                };
            };
        };
    };
    getWebhookDelivery: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryBody"];
                };
            };
        };
    };
    retryWebhookDelivery: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryBody"];
                };
            };
        };
    };
    exportInvoices: {
        parameters: {
            query?: {
                direction?: "received" | "sent";
                format?: components["parameters"]["Format"];
                from?: string;
                status?: "DRAFT" | "SENT" | "VIEWED" | "CLEARED" | "DISPUTED" | "PAID" | "OVERDUE" | "CANCELLED";
                to?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceFeedBody"];
                };
            };
        };
    };
    exportPhotos: {
        parameters: {
            query?: {
                country?: components["parameters"]["CountryParam"];
                format?: components["parameters"]["Format"];
                property_id?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PhotosFeedBody"];
                };
            };
        };
    };
    exportRoomingLedgers: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                from?: string;
                property_id?: string;
                status?: "open" | "sent" | "confirmed" | "closed" | "cancelled";
                to?: string;
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingFeedBody"];
                };
            };
        };
    };
    submitRoomingList: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: {
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubmitRoomingBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingFeedLedger"];
                };
            };
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RoomingFeedLedger"];
                };
            };
        };
    };
    exportLegacyStopSales: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
                from?: components["parameters"]["From"];
                property_id?: string;
                to?: components["parameters"]["To"];
            };
            header?: {
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                token: components["parameters"]["Token"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StopSaleExportV1"];
                };
            };
        };
    };
    tryPartnerApi: {
        parameters: {
            query?: {
                format?: components["parameters"]["Format"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestCallRequestBody"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PartnerAnswer"];
                };
            };
        };
    };
}
